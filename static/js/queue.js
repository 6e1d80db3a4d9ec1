// What is entered in a form with data-queue stays on this device until the server has answered. What got no answer is
// sent again, in order, once there is a network. Needs #queue.
"use strict";

{
  const box = document.getElementById("queue"), list = box.querySelector("ul");
  const kept = document.getElementById("kept");
  const { account, key, made, worker, ...words } = box.dataset;
  const retryEvery = 10 * 1000, longestTry = 20 * 1000; // ms
  const tokenName = "csrfmiddlewaretoken";
  const allThatWaits = "*";

  let sending = ""; // the id of what htmx sends, or all that waits
  let asked = ""; // why the server takes nothing from this page
  let earliest = 0; // when the next form can have been entered: after the one before

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  const tellTime = (moment) => new Date(moment).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const isMine = (one) => one.account === account;
  const isNext = (one) => isMine(one) && !one.refused;
  const isTakenLater = (status) => !status || status >= 500 || [408, 425, 429].includes(status);

  // The storage of the device may be full, or closed to us.
  function read() {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? [];
    } catch {
      return [];
    }
  }

  function write(queue) {
    try {
      localStorage.setItem(key, JSON.stringify(queue));
    } catch {
      return false;
    }
    show();
    return true;
  }

  const drop = (id) => write(read().filter((one) => one.id !== id));
  const change = (id, changed) => write(read().map((one) => (one.id === id ? { ...one, ...changed } : one)));

  // --- what the page says

  function show() {
    const queue = read().filter((one) => one.id !== sending);
    box.hidden = !queue.length;
    list.replaceChildren(...queue.map(buildLine));
  }

  function buildLine(one) {
    const line = document.createElement("li"), text = document.createElement("span"), mine = isMine(one);
    const said = one.refused ? words.refused : !mine ? words.others : asked ? words.asked : words.waits;
    text.textContent = fill(said, { ...one, at: tellTime(one.at), why: one.refused || asked });
    const buttons = Object.assign(document.createElement("span"), { className: "row" });
    if (one.refused && mine) buttons.append(buildButton(words.again, () => change(one.id, { refused: "" }) && send()));
    if (one.refused && mine && one.isTyped) buttons.append(buildButton(words.open, () => openForm(one)));
    if (one.refused || mine) buttons.append(buildButton(words.drop, () => drop(one.id)));
    line.append(text, buttons);
    return line;
  }

  function buildButton(textContent, act) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "btn sm", textContent });
    button.addEventListener("click", act);
    return button;
  }

  // Sent as any form, it comes back with what is wrong beside each field.
  function openForm(one) {
    const form = Object.assign(document.createElement("form"), { method: "post", action: one.url, hidden: true });
    for (const [name, value] of buildBody(one)) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    change(one.id, { isOpened: true });
    document.body.append(form);
    form.submit();
  }

  // --- what waits is sent by one tab at a time

  const lock = (act) => (navigator.locks ? navigator.locks.request(key, { ifAvailable: true }, (free) => free && act()) : act());

  // Clocks of phones are wrong, differences are not: the form says for how many milliseconds it has waited.
  function buildBody(one) {
    const body = new URLSearchParams(one.fields);
    body.set(tokenName, document.querySelector(`[name=${tokenName}]`)?.value ?? "");
    body.set("waited", Date.now() - Math.max(one.at, earliest));
    return body;
  }

  async function send() {
    if (sending || !read().some(isNext)) return;
    sending = allThatWaits;
    await lock(sendAll).catch(() => {}); // still no network
    sending = "";
    show();
  }

  async function sendAll() {
    for (let next; (next = read().find(isNext)); ) {
      const begun = Date.now(), signal = AbortSignal.timeout(longestTry);
      const sent = { method: "POST", body: buildBody(next), headers: { "HX-Request": "true" }, signal };
      const answer = await fetch(next.url, sent);
      if (isTakenLater(answer.status)) return;
      htmx.trigger(document.body, "htmx:afterOnLoad"); // the network is there
      earliest = Math.max(next.at, earliest) + Date.now() - begun; // the network was slow for the next one, too
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const find = (...places) => places.map((one) => page.querySelector(one)?.textContent.trim()).find(Boolean);
      const isSignedOut = answer.headers.get("HX-Redirect")?.startsWith(words.signIn);
      asked = isSignedOut ? words.signedOut : find("[data-unread] h1") ?? "";
      if (asked) return;
      if (!answer.ok) change(next.id, { refused: find("[role=alert] li", "[role=alert] p", "[role=alert]", "h1") ?? words.noReason });
      else if (drop(next.id)) htmx.trigger(document.body, "toast", { text: fill(words.sent, next) });
      htmx.trigger(document.body, "sent");
    }
  }

  // --- htmx sends a form that nothing waits before; it is kept meanwhile, as the page may go before the answer comes

  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, path, formData, triggeringEvent } = event.detail;
    if (!elt.matches("[data-queue]")) return;
    const id = buildKey(), formKey = formData.get("form_key") ?? id;
    const others = read().filter((one) => one.formKey !== formKey); // what was refused, and put right in its form
    const isFirst = !sending && !others.some(isNext), isTyped = Boolean(elt.querySelector("input:not([type=hidden])"));
    const label = fill(triggeringEvent?.submitter?.dataset.label ?? elt.dataset.queue, readWords(elt, formData));
    const item = { id, formKey, url: path, fields: [...formData], at: Date.now(), label, account, refused: "", isTyped };
    if (isFirst) sending = id;
    if (!write([...others, item])) {
      if (isFirst) sending = "";
      return; // nothing can be kept: it is sent as from any page
    }
    renewKeys(elt);
    if (isFirst) {
      event.detail.timeout = longestTry;
      hearAnswer(event.detail, id);
    } else {
      event.preventDefault();
      leave(elt);
      send();
    }
  });

  // By the name of each field what its reader sees: of a button that was chosen, its text.
  function readWords(elt, formData) {
    const chosen = [...elt.querySelectorAll("label > :checked")].filter((one) => one.value);
    const words = chosen.map((one) => [one.name, one.parentElement.querySelector("span").textContent.trim()]);
    return Object.fromEntries([...formData, ...words]);
  }

  function hearAnswer(config, id) {
    const { elt } = config, events = new AbortController();
    let free;
    const answered = new Promise((done) => { free = done; });
    lock(() => answered);
    elt.addEventListener("htmx:responseError", (event) => {
      if (isTakenLater(event.detail.xhr.status)) event.stopPropagation(); // it waits
    }, events);
    elt.addEventListener("htmx:afterRequest", ({ detail }) => {
      if (detail.requestConfig !== config) return;
      events.abort();
      free();
      sending = "";
      if (isTakenLater(detail.xhr.status)) leave(elt);
      else drop(id);
      show();
    }, events);
  }

  // What waits makes room for the next one.
  function leave(elt) {
    elt.reset();
    if (elt.matches(".report")) box.scrollIntoView({ block: "center" });
  }

  const buildKey = () => URL.createObjectURL(new Blob()).slice(-36); // a UUID, also without HTTPS

  const listKeys = (within) => [...within.querySelectorAll("[data-queue] [name=form_key]")];

  function renewKeys(within) {
    for (const field of listKeys(within)) field.value = buildKey();
  }

  // A poll does not take away the form whose answer is awaited.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (sending && sending !== allThatWaits && detail.requestConfig.verb === "get") detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterOnLoad", () => {
    kept.textContent = "";
    send();
  });
  addEventListener("online", send);
  addEventListener("storage", show);
  setInterval(send, retryEvery);

  // --- a page that the worker kept says of when it is; its forms may have been sent already

  if ("stored" in box.dataset) {
    kept.textContent = fill(words.kept, { at: tellTime(made) });
    renewKeys(document);
  }
  // What was opened as a form and is not on this page was taken, or is refused once more.
  const shown = listKeys(document).map((field) => field.value);
  const queue = read().map((one) => (one.isOpened && !shown.includes(one.formKey) ? { ...one, refused: "", isOpened: false } : one));
  if (write(queue)) document.getElementById("toasts").dataset.offline = words.offline;
  send();
  navigator.serviceWorker?.register(worker).catch(() => {}); // a private window may refuse
}
