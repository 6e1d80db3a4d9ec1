// Keeps the page of the night and what it loads, for a while without a network. It changes and sends nothing.
"use strict";

const store = "night-1";
const longest = 12 * 60 * 60 * 1000; // ms
const isNight = (request, url) => request.mode === "navigate" && /^\/[\w-]+\/tonight$/.test(url.pathname);

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (isNight(event.request, url) || url.pathname.startsWith("/static/")) event.respondWith(answer(event.request));
});

async function answer(request) {
  const kept = await caches.open(store);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) {
      const headers = new Headers(fresh.headers);
      headers.set("X-Kept-At", Date.now());
      await kept.put(request, new Response(await fresh.clone().blob(), { headers }));
    }
    return fresh;
  } catch (error) {
    const old = await kept.match(request, { ignoreSearch: true, ignoreVary: true });
    if (old && Date.now() - old.headers.get("X-Kept-At") < longest) return old;
    throw error;
  }
}
