// The opponent is tapped or typed: whichever came last holds, and the other is let go.
// Before htmx hears of it, which asks for the stake with what the form then says.
"use strict";

document.addEventListener("input", ({ target }) => {
  const someone = document.querySelector("#id_opponent .else input");
  if (target.id === "id_newcomer" && target.value.trim()) someone.checked = true;
  else if (target.name === "opponent" && target !== someone) document.getElementById("id_newcomer").value = "";
  else letGo(target);
}, { capture: true });

// The same where others are named: of each, `first_tapped` are those to tap, and `first` is typed. Without a name again,
// the one holds with whom the page was opened.
function letGo({ form, name, value }) {
  if (name?.endsWith("_tapped")) form.elements[name.replace("_tapped", "")].value = "";
  else if (form) {
    const chips = [...form.querySelectorAll(`[name="${name}_tapped"]`)];
    if (value?.trim()) for (const one of chips) one.checked = false;
    else if (!chips.some((one) => one.checked)) for (const one of chips) one.checked = one.defaultChecked;
  }
}

// A tap shows what to answer next: the field for a name, or who won, where that is out of sight. Keys move nothing.
document.addEventListener("click", ({ target, detail }) => {
  if (!detail || target.name !== "opponent") return;
  const next = document.querySelector("#id_winner:has(input), #facts");
  if (target.value) next.scrollIntoView({ block: "nearest" });
  else document.getElementById("id_newcomer").focus();
});

// Under a thumb a recorder's page begins with the players to tap, though the field to type in has the focus.
addEventListener("load", () => {
  const isTouched = document.getElementById("record") && matchMedia("(pointer: coarse)").matches;
  if (isTouched) requestAnimationFrame(() => scrollTo(0, 0));
});
