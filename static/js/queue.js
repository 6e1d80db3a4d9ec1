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
  const take = ({ id, formKey }) => drop(id) && write(read().map((one) => ({ ...one, after: formKey })));
  const change = (id, changed) => write(read().map((one) => (one.id === id ? { ...one, ...changed } : one)));

  function findText(html, ...places) {
    const page = new DOMParser().parseFromString(html, "text/html");
    return places.map((one) => page.querySelector(one)?.textContent.trim()).find(Boolean);
  }

  const refusals = ["[role=alert] li", "[role=alert] p", "[role=alert]", "h1"];
  const refuse = (id, html) => change(id, { refused: findText(html, ...refusals) ?? words.noReason });

  function show() {
    const queue = read().filter((one) => one.id !== sending);
    box.hidden = !queue.length;
    list.replaceChildren(...queue.map(buildLine));
  }

  function buildLine(one) {
    const line = build("li"), text = build("span"), buttons = build("span", { className: "row" }), mine = isMine(one);
    const said = one.refused ? words.refused : !mine ? words.others : asked ? words.asked : words.waits;
    text.textContent = fill(said, { ...one, at: tellTime(one.at), why: one.refused || asked });
    if (one.refused && mine) buttons.append(buildButton(words.again, () => change(one.id, { refused: "" }) && send()));
    if (one.refused && mine && one.isTyped) buttons.append(buildButton(words.open, () => openForm(one)));
    if (one.refused || mine) buttons.append(buildButton(words.drop, () => drop(one.id)));
    line.append(text, buttons);
    return line;
  }

  const build = (name, values) => Object.assign(document.createElement(name), values);

  function buildButton(textContent, act) {
    const button = build("button", { type: "button", className: "btn sm", textContent });
    button.addEventListener("click", act);
    return button;
  }

  // Sent as any form, it comes back with what is wrong beside each field.
  function openForm(one) {
    const form = build("form", { method: "post", action: one.url, hidden: true });
    for (const [name, value] of buildBody(one)) form.append(build("input", { type: "hidden", name, value }));
    change(one.id, { isOpened: true });
    document.body.append(form);
    form.submit();
  }

  // One tab at a time sends what waits.
  const free = { ifAvailable: true };
  const lock = async (act) => (navigator.locks ? navigator.locks.request(key, free, (own) => own && act()) : act());

  // Clocks of phones are wrong, differences are not: it says how long it has waited, and after which other one.
  function buildBody(one) {
    const body = new URLSearchParams(one.fields);
    body.set(tokenName, document.querySelector(`[name=${tokenName}]`)?.value ?? "");
    body.set("waited", Date.now() - one.at);
    body.set("after", one.after ?? "");
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
      const signal = AbortSignal.timeout(longestTry);
      const sent = { method: "POST", body: buildBody(next), headers: { "HX-Request": "true" }, signal };
      const answer = await fetch(next.url, sent);
      if (isTakenLater(answer.status)) return;
      htmx.trigger(document.body, "htmx:afterOnLoad"); // the network is there
      const html = await answer.text(), isSignedOut = answer.headers.get("HX-Redirect")?.startsWith(words.signIn);
      asked = isSignedOut ? words.signedOut : findText(html, "[data-unread] h1") ?? "";
      if (asked) return;
      if (!answer.ok) refuse(next.id, html);
      else if (take(next)) htmx.trigger(document.body, "toast", { text: fill(words.sent, next) });
      htmx.trigger(document.body, "sent");
    }
  }

  // htmx sends a form that nothing waits before. It is kept meanwhile: the page may go before the answer comes.
  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, path, formData, triggeringEvent } = event.detail;
    if (!elt.matches("[data-queue]")) return;
    const id = buildKey(), formKey = formData.get("form_key") ?? id;
    const others = read().filter((one) => one.formKey !== formKey); // what was refused, and put right in its form
    const isFirst = !sending && !others.some(isNext), isTyped = Boolean(elt.querySelector("input:not([type=hidden])"));
    const label = fill(triggeringEvent?.submitter?.dataset.label ?? elt.dataset.queue, readWords(elt, formData));
    const fields = [...formData].filter(([name]) => name !== tokenName);
    const item = { id, formKey, url: path, fields, at: Date.now(), label, account, refused: "", isTyped };
    if (isFirst) sending = id;
    if (!write([...others, item])) {
      if (isFirst) sending = "";
      return; // nothing can be kept: it is sent as from any page
    }
    renewKeys(elt);
    if (isFirst) return hearAnswer(event.detail, item);
    event.preventDefault();
    leave(elt);
    send();
  });

  // What a reader sees of each field: of what was chosen, its text.
  function readWords(elt, formData) {
    const chosen = [...elt.querySelectorAll("label > :checked")].filter((one) => one.value);
    const words = chosen.map((one) => [one.name, one.parentElement.querySelector("span").textContent.trim()]);
    return Object.fromEntries([...formData, ...words]);
  }

  function hearAnswer(config, item) {
    const { elt } = config, events = new AbortController();
    const isOurs = ({ detail }) => detail.requestConfig === config;
    const hear = (name, act) => elt.addEventListener(name, (event) => isOurs(event) && act(event), events);
    let leaveLock, isShown;
    const answered = new Promise((done) => { leaveLock = done; });
    lock(() => answered).then(send);
    config.timeout = longestTry;
    hear("htmx:responseError", (event) => isTakenLater(event.detail.xhr.status) && event.stopPropagation()); // it waits
    hear("htmx:beforeOnLoad", () => { isShown = elt.isConnected; });
    hear("htmx:afterRequest", ({ detail: { xhr } }) => {
      events.abort();
      leaveLock();
      sending = "";
      if (isTakenLater(xhr.status)) leave(elt);
      else if (xhr.status < 400) take(item);
      else if (isShown) drop(item.id);
      else refuse(item.id, xhr.responseText); // another answer has taken its form from the page
      show();
    });
  }

  // What waits makes room for the next one.
  function leave(elt) {
    elt.reset();
    if (elt.matches(".report")) box.scrollIntoView({ block: "center" });
  }

  const buildKey = () => URL.createObjectURL(new Blob()).slice(-36); // a UUID, also without HTTPS

  const listKeys = (within) => [...within.querySelectorAll("[data-queue] [name=form_key]")];
  const renewKeys = (within) => listKeys(within).forEach((field) => { field.value = buildKey(); });

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

  // A page that the worker kept says of when it is; its forms may have been sent already.
  if ("stored" in box.dataset) {
    kept.textContent = fill(words.kept, { at: tellTime(made) });
    renewKeys(document);
  }
  // What was opened as a form and is not on this page was taken, or is refused once more.
  const shown = listKeys(document).map((field) => field.value);
  const isSentAgain = (one) => one.isOpened && !shown.includes(one.formKey);
  const queue = read().map((one) => (isSentAgain(one) ? { ...one, refused: "", isOpened: false } : one));
  if (write(queue)) document.getElementById("toasts").dataset.offline = words.offline;
  send();
  navigator.serviceWorker?.register(worker).catch(() => {}); // a private window may refuse
}
