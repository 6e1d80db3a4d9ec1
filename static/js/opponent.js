// The opponent is tapped or typed: whichever came last holds, and the other is let go.
// Before htmx hears of it, which asks for the stake with what the form then says.
"use strict";

document.addEventListener("input", ({ target }) => {
  const someone = document.querySelector("#id_opponent .else input");
  if (target.id === "id_newcomer" && target.value.trim()) someone.checked = true;
  else if (target.name === "opponent" && target !== someone) document.getElementById("id_newcomer").value = "";
}, { capture: true });
