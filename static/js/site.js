// What htmx and the browser do not do alone. Every page works without it.
"use strict";

const toasts = () => document.getElementById("toasts"); // looked up each time: Back may renew the body
const heldFor = 2000; // ms after a touch before live rows may move
let touching = false;
let touchedAt = 0;
let heardAt = new Date();
let refocus = [];

const isPoll = (detail) => !detail.requestConfig?.triggeringEvent && detail.elt.matches("[hx-trigger*=every]");

// --- live regions -----------------------------------------------------------
// Pause a hidden tab; leave rows alone under a finger, an open tooltip or the keyboard.
// A dropped answer is no loss: the region keeps its version, so the next poll asks again.

document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && isPoll(event.detail)) event.preventDefault();
});

for (const name of ["touchstart", "touchend", "touchcancel"]) {
  document.addEventListener(name, (event) => {
    touching = event.touches.length > 0;
    touchedAt = Date.now();
  }, { passive: true });
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  const region = detail.target;
  if (isPoll(detail)) {
    const held = touching || Date.now() - touchedAt < heldFor;
    if (held || region.querySelector(".tip:hover") || holdsFocus(region, detail.serverResponse)) detail.shouldSwap = false;
  } else {
    refocus = region.contains(document.activeElement) ? listIds(document.activeElement, region) : [];
    // A field that is kept over polls is empty once what was typed was taken, not where it was refused.
    if (detail.xhr.status === 200) for (const field of detail.elt.querySelectorAll("[data-taken]")) field.value = "";
  }
});

// Whether an answer would take the focus away: from what is typed in, and from what it hasn't got. htmx gives it back by id.
function holdsFocus(region, answer) {
  const focused = region.querySelector(":focus-visible");
  return focused && (focused.matches("input, select, textarea") || !focused.id || !answer.includes(`id="${focused.id}"`));
}

// The ids of an element and of what it stands in, up to a region.
function listIds(element, region) {
  const ids = [];
  for (let one = element; one !== region.parentElement; one = one.parentElement) if (one.id) ids.push(one.id);
  return ids;
}

// An answer to what has left the page since would take buttons that are kept (hx-preserve) out of the page with it.
const leave = (event) => {
  if (!event.target.isConnected) event.detail.shouldSwap = false;
};

document.addEventListener("htmx:beforeRequest", ({ detail }) => detail.target.addEventListener("htmx:beforeSwap", leave));

// --- focus after a swap -----------------------------------------------------

const summary = (within) => within.querySelector('[role=alert][tabindex="-1"]');

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.xhr?.status === 422) summary(document.getElementById("main"))?.focus();
  else if (refocus.length && document.activeElement === document.body) {
    const region = refocus.map((id) => document.getElementById(id)).find(Boolean);
    const heading = region?.querySelector("h1, h2, h3") ?? region;
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }
  refocus = [];
});

// In a sitting, where the next line is typed without looking, the field that is asked about has the focus.
{
  const note = summary(document.getElementById("main"));
  const field = document.getElementById("record") && document.getElementById(note?.dataset.about ?? "");
  (field || note)?.focus();
  field?.select?.();
}

// What was asked about a name goes away once the name changes.
document.addEventListener("input", ({ target }) => {
  for (const one of document.querySelectorAll("[data-about]")) if (one.dataset.about === target.id) one.remove();
});

// --- a form is sent once ----------------------------------------------------

const waiting = new Map();

function wait(button) {
  if (!button || waiting.has(button)) return;
  const label = document.createElement("span"); // hidden in its place, where a late answer still finds it
  waiting.set(button, label);
  button.setAttribute("aria-disabled", "true");
  if (!button.matches(".btn")) return;
  label.hidden = true;
  label.append(...button.childNodes);
  button.append(label, button.dataset.busy ?? "Saving…");
}

function release() {
  for (const [button, label] of waiting) {
    button.removeAttribute("aria-disabled");
    if (button.contains(label)) button.replaceChildren(...label.childNodes);
  }
  waiting.clear();
}

document.addEventListener("submit", (event) => {
  if (!waiting.has(event.submitter)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

document.addEventListener("submit", (event) => {
  if (event.target.method === "post" && !event.defaultPrevented) wait(event.submitter);
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const { requestConfig } = event.detail;
  if (requestConfig.verb === "post" && !event.defaultPrevented) wait(requestConfig.triggeringEvent?.submitter);
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") release();
});
window.addEventListener("pageshow", release);

// --- toasts -----------------------------------------------------------------
// The server sends HX-Trigger: {"toast": {"text": "Saved.", "href": "/m/7/", "label": "See it"}}.

function toast({ text, href, label, bad = false, key = "" }) {
  const box = document.createElement("div");
  box.className = bad ? "toast bad" : "toast";
  box.dataset.key = key;
  box.append(Object.assign(document.createElement("span"), { textContent: text }));
  if (href) box.append(Object.assign(document.createElement("a"), { className: "btn sm", href, textContent: label }));
  toasts().append(box);
}

// What is pinned to the bottom, such as one's own row, stands above the toasts until they have gone.
const measured = new ResizeObserver(([{ target }]) => {
  document.documentElement.style.setProperty("--told", target.offsetHeight ? `${target.offsetHeight + 24}px` : "0px");
});
const measure = () => measured.observe(toasts());

measure();
document.addEventListener("htmx:historyRestore", measure);
document.addEventListener("animationend", ({ target, animationName }) => {
  if (animationName === "leave") target.remove();
});

const lost = () => toasts().querySelector("[data-key=lost]");

document.addEventListener("toast", (event) => {
  const { detail } = event;
  toast({ ...detail, text: detail.text ?? detail.value });
});

for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, () => {
    const at = heardAt.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    if (!lost()) toast({ text: toasts().dataset.offline.replace("{at}", at), bad: true, key: "lost" });
  });
}

document.addEventListener("htmx:afterOnLoad", () => {
  heardAt = new Date();
  lost()?.remove();
});

document.addEventListener("htmx:responseError", (event) => {
  if (isPoll(event.detail)) return;
  const { status } = event.detail.xhr;
  const words = { 403: toasts().dataset.refused, 429: toasts().dataset.busy };
  toast({ text: words[status] ?? toasts().dataset.failed, bad: true });
});

// --- Esc and outside clicks -------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const tip = document.querySelector(".tip:is(:hover, :focus)");
  tip?.blur();
  tip?.setAttribute("data-shut", "");
  tip?.addEventListener("mouseleave", () => tip.removeAttribute("data-shut"), { once: true });
  for (const menu of document.querySelectorAll(".menu[open]")) {
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }
  for (const box of toasts().querySelectorAll(".toast:not([data-key=lost])")) box.remove();
});

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(".menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
