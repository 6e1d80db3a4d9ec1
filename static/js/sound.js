// Where somebody turned it on: two tones as a game is called, with a notice if the page is behind others, and a long
// one as a round ends. Needs #sound.
"use strict";

{
  const button = document.getElementById("sound");
  const read = () =>
    new Map([...document.querySelectorAll("#night [data-call]")].map((one) => [one.dataset.call, one.textContent.trim()]));
  let known = read();
  let sounds; // a browser makes none before somebody has tapped
  let ends = 0;

  function sound(...lengths) {
    navigator.vibrate?.(lengths.map((seconds) => seconds * 1000));
    let at = sounds?.currentTime;
    for (const seconds of sounds ? lengths : []) {
      const tone = new OscillatorNode(sounds, { type: "triangle", frequency: 880 });
      tone.connect(sounds.destination);
      tone.start(at);
      tone.stop(at + seconds);
      at += seconds + 0.15;
    }
  }

  async function notify(text) {
    if ("Notification" in window && Notification.permission === "granted") (await navigator.serviceWorker?.ready)?.showNotification(text);
  }

  function look() {
    const calls = read();
    const called = [...calls].filter(([key]) => !known.has(key)).map(([, text]) => text);
    if (called.length) sound(0.25, 0.25);
    if (called.length && sounds && document.hidden) notify(called.join("\n"));
    known = calls;
    const left = document.getElementById("night")?.dataset.secondsLeft;
    ends = left ? Date.now() + left * 1000 : 0;
  }

  function count() {
    const left = Math.round((ends - Date.now()) / 1000);
    const shown = document.querySelector("#night .countdown");
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (shown) shown.textContent = left > 0 ? shown.dataset.words.replace("{left}", time) : "";
    if (ends && left <= 0) {
      ends = 0;
      sound(2);
    }
  }

  button.hidden = false;
  button.addEventListener("click", () => {
    const isOn = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", isOn);
    if (isOn) {
      sounds = new AudioContext();
      if ("Notification" in window) Notification.requestPermission();
      sound(0.25);
    } else {
      sounds.close();
      sounds = undefined;
    }
  });
  document.addEventListener("htmx:afterSettle", look);
  setInterval(count, 1000);
  look();
}
