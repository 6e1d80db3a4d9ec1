// What is tapped without a network waits on this device, and is sent in order once there is one. Needs #queue.
"use strict";

{
  const box = document.getElementById("queue");
  const { account, key, words } = { ...box.dataset, words: box.dataset };
  const retrySeconds = 10;
  const final = [403, 404, 409, 422]; // the server has understood it, and says no

  const read = () => JSON.parse(localStorage.getItem(key) ?? "[]");
  const write = (queue) => {
    localStorage.setItem(key, JSON.stringify(queue));
    show();
  };
  const change = (id, changed) => write(read().flatMap((one) => (one.id !== id ? one : changed ? { ...one, ...changed } : [])));

  function button(text, act) {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "btn sm", textContent: text });
    made.addEventListener("click", act);
    return made;
  }

  function show() {
    const queue = read();
    box.hidden = !queue.length;
    box.querySelector("ul").replaceChildren(...queue.map((one) => {
      const line = document.createElement("li");
      const text = document.createElement("span");
      const mine = one.account === account;
      text.textContent = `${one.label}: ${one.refused || (mine ? words.waits : words.others.replace("{account}", one.account))}`;
      line.append(text);
      if (one.refused && mine) line.append(button(words.again, () => change(one.id, { refused: "" }) ?? send()));
      if (one.refused) line.append(button(words.drop, () => change(one.id)));
      return line;
    }));
  }

  let sending = false;

  async function send() {
    if (sending) return;
    sending = true;
    let sent = false;
    try {
      for (;;) {
        const next = read().find((one) => !one.refused && one.account === account);
        if (!next) break;
        const body = new URLSearchParams(next.fields);
        body.set("waited", Math.max(Math.round((Date.now() - next.at) / 1000), 0));
        const answer = await fetch(next.url, { method: "POST", body, headers: { "HX-Request": "true" } });
        if (answer.ok) change(next.id);
        else if (final.includes(answer.status)) {
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          const said = page.querySelector("[role=alert] p, [role=alert]")?.textContent.trim();
          change(next.id, { refused: said || words.refused });
        } else break; // the server is busy: later
        sent = true;
      }
    } catch {
      // still no network
    } finally {
      sending = false;
    }
    if (sent) htmx.trigger("#night", "sent");
  }

  document.addEventListener("htmx:sendError", ({ detail }) => {
    const { verb, path, formData, triggeringEvent } = detail.requestConfig;
    if (verb !== "post" || !detail.elt.closest("[data-queue]")) return;
    const label = triggeringEvent?.submitter?.dataset.label ?? triggeringEvent?.submitter?.textContent.trim() ?? "";
    const item = { id: `${Date.now()}-${Math.random()}`, url: path, fields: [...formData], at: Date.now(), label, account, refused: "" };
    write([...read(), item]);
  });

  addEventListener("online", send);
  addEventListener("storage", show);
  setInterval(send, retrySeconds * 1000);
  show();
  send();

  // A page that the worker kept says of when it is.
  const made = new Date(box.dataset.made);
  if (Date.now() - made > 2 * 60 * 1000 && !navigator.onLine) {
    const at = made.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    document.getElementById("kept").textContent = words.kept.replace("{at}", at);
  }

  navigator.serviceWorker?.register(box.dataset.worker);
}
