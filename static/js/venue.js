// The clock of the venue screen, in the club's time zone; without it the time is that of the last answer.
"use strict";

setInterval(() => {
  const clock = document.querySelector("time[data-zone]");
  if (!clock) return;
  const options = { hour: "2-digit", minute: "2-digit", timeZone: clock.dataset.zone };
  clock.textContent = new Date().toLocaleTimeString("en-GB", options);
}, 1000);
