// Of players who are tapped for a side no more stay than it has room for, and nobody plays on both.
// Before htmx hears of it, which asks for the stake with what the form then says.
"use strict";

const tapped = []; // the boxes in the order in which they were tapped

document.addEventListener("change", ({ target }) => {
  const chips = target.closest?.(".side .chips");
  if (!chips || !target.checked) return;
  tapped.push(target);
  for (const one of document.querySelectorAll(`.side [value="${target.value}"]`)) if (one !== target) one.checked = false;
  const chosen = [...chips.querySelectorAll("[type=checkbox]:checked")];
  chosen.sort((one, other) => tapped.lastIndexOf(one) - tapped.lastIndexOf(other));
  for (const one of chosen.slice(0, -chips.dataset.room)) one.checked = false;
}, { capture: true });
