// A player of a box can be dragged with a mouse; the buttons do the same for everybody else.
// What is dropped is written into the boxes' hidden fields, which the server reads.
"use strict";

let dragged = null;

const listAt = (target) => target.closest?.("[data-box]");

const prepare = () => {
  for (const seat of document.querySelectorAll(".seat-of-box")) seat.draggable = true;
};

document.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.(".seat-of-box");
  dragged?.classList.add("dragged");
  if (dragged) event.dataTransfer.effectAllowed = "move";
});

document.addEventListener("dragover", (event) => {
  const list = dragged && listAt(event.target);
  if (!list) return;
  event.preventDefault();
  const below = [...list.querySelectorAll(".seat-of-box:not(.dragged)")].find((one) => {
    const { top, height } = one.getBoundingClientRect();
    return event.clientY < top + height / 2;
  });
  list.insertBefore(dragged, below ?? null);
});

document.addEventListener("dragend", () => {
  dragged?.classList.remove("dragged");
  dragged = null;
  for (const list of document.querySelectorAll("[data-box]")) {
    const field = list.parentElement.querySelector("[name=box]");
    const players = [...list.querySelectorAll(".seat-of-box")].map((one) => one.dataset.player);
    field.value = `${field.value.split(":")[0]}:${players.join(",")}`;
  }
});

document.addEventListener("htmx:afterSettle", prepare);
prepare();
