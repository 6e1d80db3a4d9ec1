// A rating chart: a finger on it shows the nearest match, and a second tap opens that; arrow keys go from match to match.
"use strict";

const points = (chart) => [...chart.querySelectorAll(".pt")];
let before = null; // the match that was shown before the touch
let touched = false;

function showNearest({ target, clientX, clientY }) {
  const chart = target.closest(".chart");
  const away = (point) => {
    const { x, y, width, height } = point.querySelector(".dot").getBoundingClientRect();
    return Math.hypot(x + width / 2 - clientX, (y + height / 2 - clientY) / 4); // along counts more than up
  };
  const found = chart && points(chart).reduce((best, one) => (!best || away(one) < away(best) ? one : best), null);
  found?.focus({ preventScroll: true });
}

document.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch" && Boolean(event.target.closest(".chart"));
  if (!touched) return;
  before = document.activeElement;
  showNearest(event);
});

document.addEventListener("pointermove", (event) => {
  if (touched && event.pointerType === "touch") showNearest(event);
});

// By now the browser has taken the focus to where the finger was.
document.addEventListener("click", (event) => {
  if (!touched || !event.target.closest(".chart")) return;
  event.preventDefault();
  showNearest(event);
  const shown = document.activeElement;
  if (shown === before && event.target.closest(".pt")) window.location.assign(shown.getAttribute("href"));
});

document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const chart = step && event.target.closest?.(".pt")?.closest(".chart");
  if (!chart) return;
  const all = points(chart);
  all[all.indexOf(event.target) + step]?.focus();
  event.preventDefault();
});
