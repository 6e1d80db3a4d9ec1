// The score by buttons, a game a tap, and the winner who follows from it. Without it the score is typed and read later.
"use strict";

const score = () => document.getElementById("id_score");
const say = (text) => {
  score().value = text;
  score().dispatchEvent(new Event("input", { bubbles: true }));
};

document.addEventListener("click", ({ target }) => {
  const { game, key, tie, back } = target.dataset ?? {};
  if (!target.closest?.(".score-keys")) return;
  const said = score().value.trim();
  if (game) say(`${said} ${game}`.trim());
  else if (tie) say(`${said}${tie}`);
  else if (key) say((score().value + key).replace(/^ | (?= )/g, ""));
  else if (back !== undefined) say(said.replace(/\s*\S+(\s+in\s+\w+)?$/, ""));
});

// A deciding game may go to other points, so its buttons come when it is its turn.
function showButtons() {
  const games = document.querySelector("#score .score-keys");
  if (!games) return;
  games.hidden = false;
  const played = score().value.trim().split(/[\s,;]+/).filter(Boolean).length;
  const groups = [...games.querySelectorAll("[data-since]")];
  const since = Math.max(0, ...groups.map((one) => +one.dataset.since).filter((one) => one <= played));
  for (const one of groups) one.hidden = +one.dataset.since !== since;
  const ties = games.querySelector("[data-ties]"), last = score().value.trim().split(/[\s,;]+/).pop();
  if (ties) ties.hidden = !ties.dataset.ties.split(" ").includes(last);
  games.querySelector("[data-back]").hidden = !played;
}

document.addEventListener("input", ({ target }) => {
  if (target.id === "id_score") showButtons();
  if (target.name === "winner") target.removeAttribute("data-followed");
}, { capture: true });

// The winner follows the score until somebody taps one.
document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target.id !== "id_score_error") return;
  score().toggleAttribute("aria-invalid", false);
  if (document.querySelector("#id_score_error .err")) score().setAttribute("aria-invalid", "true");
  const winner = document.getElementById("id_score_error")?.dataset.winner;
  const chosen = document.querySelector("[name=winner]:checked");
  if (chosen && !chosen.hasAttribute("data-followed")) return;
  chosen?.removeAttribute("data-followed");
  if (chosen) chosen.checked = false;
  const next = winner && document.getElementById(`id_winner_${winner}`);
  if (!next) return;
  next.checked = true;
  next.setAttribute("data-followed", "");
});

addEventListener("DOMContentLoaded", showButtons);
document.addEventListener("htmx:afterSwap", showButtons);
