// The button that copies what a field holds; without it one marks the words by hand.
"use strict";

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    document.getElementById(button.dataset.copy).select();
    const copied = document.execCommand("copy"); // where there is no HTTPS, browsers have no other way
    if (copied) button.focus();
    document.querySelector("#toasts [data-key=copy]")?.remove();
    const text = copied ? "Copied." : "The browser did not copy it. It is selected: copy it by hand.";
    document.dispatchEvent(new CustomEvent("toast", { detail: { text, bad: !copied, key: "copy" } }));
  });
}
