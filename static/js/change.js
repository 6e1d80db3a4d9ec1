// The form of a change: Apply waits for a reason and for a preview of what the form says now.
"use strict";

const form = () => document.getElementById("change"); // looked up each time: htmx may renew the page
const token = () => form()?.querySelector("#preview [name=token]");

function judge() {
  const reason = form()?.querySelector("[name=reason]");
  const apply = form()?.querySelector(".act .btn:not([name])");
  if (apply) apply.disabled = !token() || !reason.value.trim();
}

document.addEventListener("input", ({ target }) => {
  if (target.form === form() && target.name !== "reason") token()?.remove();
  judge();
});

document.addEventListener("htmx:afterSettle", judge);
window.addEventListener("pageshow", judge);
judge();
