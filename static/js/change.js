// The form of a change: Apply waits for a reason and for a preview of what the form says now.
"use strict";

const form = () => document.getElementById("change"); // looked up each time: htmx may renew the page
const token = () => form()?.querySelector("#preview [name=token]");
let asked = null; // what the form said when a preview was last asked for, and for which it is shown
let shown = null;

function said() {
  const data = new FormData(form());
  for (const name of ["reason", "token", "csrfmiddlewaretoken", "sure", "preview"]) data.delete(name);
  return new URLSearchParams(data).toString();
}

function judge() {
  const apply = form()?.querySelector(".act .btn:not([name])");
  if (apply) apply.disabled = !token() || said() !== shown || !form().elements.reason.value.trim();
}

function begin() {
  shown = form() && token() ? said() : null;
  judge();
}

document.addEventListener("input", judge);

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post" && form()) asked = said();
});

document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.requestConfig?.verb !== "post") return begin();
  shown = asked;
  judge();
});

window.addEventListener("pageshow", begin);
begin();
