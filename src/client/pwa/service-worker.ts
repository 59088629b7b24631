/**
 * Keeps the app's own files, so that it starts at once and without a network, and shows what is pushed. No reply of the API is kept here: what
 * people write is kept elsewhere, encrypted.
 */
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import {
  type Changed,
  keepSubscribed,
  notPages,
  openPressed,
  type Pressed,
  type Pushed,
  type PushScope,
  showPush,
} from './service-worker-pushes.ts';

/** Every file of this build; the build itself puts the list here. */
declare const __APP_FILES__: PrecacheEntry[];
// The part of a worker's global scope that is used here: TypeScript cannot load its types beside those of a page.
declare const self: EventTarget & PushScope & { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } };
type Lasting<Told = unknown> = Event & Told & { waitUntil(work: Promise<void>): void };

// What app-version.ts sends to the worker that waits. A worker that shared a file with the page would have to import it.
const takeOver = 'take-over';
const claim = 'claim';

precacheAndRoute(__APP_FILES__);
cleanupOutdatedCaches();

// A login portal in front of the server can answer only what reaches the network. As in api/obstacle.ts.
const throughPortal = /[?&]portail(=|&|$)/;
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...notPages, throughPortal] }));

// The page of a first visit too: from then on everything of it is here.
self.addEventListener('activate', (event) => {
  (event as Lasting).waitUntil(self.clients.claim());
});

self.addEventListener('push', (event) => {
  const pushed = event as Lasting<Pushed>;
  pushed.waitUntil(showPush(self, pushed));
});
self.addEventListener('notificationclick', (event) => {
  const pressed = event as Lasting<Pressed>;
  pressed.waitUntil(openPressed(self, pressed));
});
self.addEventListener('pushsubscriptionchange', (event) => {
  const changed = event as Lasting<Changed>;
  changed.waitUntil(keepSubscribed(self, changed));
});

self.addEventListener('message', (event) => {
  const { data } = event as MessageEvent<unknown>;
  if (data === takeOver) void self.skipWaiting();
  if (data === claim) void self.clients.claim();
});
