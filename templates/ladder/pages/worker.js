// Keeps the pages on which something is entered during a night, and what they load, for a while without a network. It
// changes and sends nothing.
"use strict";

const store = "pages-1";
const longest = 12 * 60 * 60 * 1000; // ms
const isPage = /^\/[\w-]+\/(tonight|[\w-]+\/report(\/[\w-]+)?)$/;
const isOver = (old) => Date.now() - old.headers.get("X-Kept-At") > longest;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  const isKept = (request.mode === "navigate" && isPage.test(url.pathname)) || url.pathname.startsWith("/static/");
  if (url.origin !== location.origin) return;
  if (request.method === "GET" && isKept) event.respondWith(answer(request, url));
  // The next account at this device sees no page of the one before.
  if (request.method === "POST" && url.pathname.startsWith("/accounts/")) event.waitUntil(caches.delete(store));
});

async function answer(request, url) {
  const pages = await caches.open(store), any = { ignoreVary: true };
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await keep(pages, request, fresh.clone());
    return fresh;
  } catch (error) {
    const old = (await pages.match(request, any)) ?? (await pages.match(url.pathname, any));
    if (!old || isOver(old)) throw error;
    if (request.mode !== "navigate") return old;
    return new Response((await old.text()).replace('id="queue"', "$& data-stored"), old);
  }
}

async function keep(pages, request, fresh) {
  const headers = new Headers(fresh.headers);
  headers.set("X-Kept-At", Date.now());
  await pages.put(request, new Response(await fresh.blob(), { headers }));
}
