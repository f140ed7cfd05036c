import { readSessionToken } from "#web/lib/api/session-token.ts";
import { readStoredJson, writeStored } from "#web/lib/storage.ts";

const STORAGE_KEY = "muster.scroll";
const KEPT = 50;
/** How long the page that is returned to may take to reach its former height, and how many frames it then stays there. */
const RESTORE_MS = 3000;
const STILL_FRAMES = 30;
const PAUSE_MS = 100;

/** A scroll position, and the link that was near the top: rows above it may have another height now. */
type Place = { y: number; href?: string; top?: number };

const places = new Map<string, Place>(readStoredJson("session", STORAGE_KEY, []));
let currentKey = "";
let stopRestoring: (() => void) | undefined;

/** Remembers where each entry of the history was scrolled to. The browser would restore it before the page has its rows. */
export function startScrollMemory(): void {
  history.scrollRestoration = "manual";
  let pause: ReturnType<typeof setTimeout> | undefined;
  const onScroll = () => {
    clearTimeout(pause);
    pause = setTimeout(remember, PAUSE_MS);
  };
  addEventListener("scroll", onScroll, { passive: true });
  // Before the router changes the page.
  addEventListener("click", remember, { capture: true });
  addEventListener("popstate", remember, { capture: true });
  addEventListener("pagehide", () => {
    remember();
    // After a logout: the next person must not learn which pages were open.
    if (readSessionToken() === null) return;
    writeStored("session", STORAGE_KEY, JSON.stringify([...places].slice(-KEPT)));
  });
}

/**
 * The history is at this entry now. One that is returned to is scrolled to where it was left; returns whether it is. The
 * key needs the path: the first page after every full load has the same key in the router.
 */
export function enterPage(key: string, isReturn: boolean): boolean {
  stopRestoring?.();
  currentKey = key;
  const place = isReturn ? places.get(key) : undefined;
  if (place) follow(place);
  return place !== undefined;
}

function remember() {
  if (currentKey === "" || stopRestoring) return;
  places.delete(currentKey);
  places.set(currentKey, { y: scrollY, ...topLink() });
}

/** The first link of the content in the upper part of the screen. */
function topLink(): Pick<Place, "href" | "top"> {
  if (scrollY === 0) return {};
  for (const link of document.querySelectorAll<HTMLAnchorElement>("main a[href]")) {
    const { top } = link.getBoundingClientRect();
    if (top >= 0) return top < innerHeight ? { href: link.href, top } : {};
  }
  return {};
}

/** Scrolls until the place stays where it was, until the user scrolls, or until the time is up. */
function follow({ y, href, top = 0 }: Place) {
  const until = performance.now() + RESTORE_MS;
  let frame = 0;
  let still = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const type of INPUTS) removeEventListener(type, stop);
    stopRestoring = undefined;
  };
  const step = () => {
    const link = href === undefined ? undefined : linkTo(href);
    const goal = link ? scrollY + link.getBoundingClientRect().top - top : y;
    still = Math.abs(goal - scrollY) > 1 ? 0 : still + 1;
    if (still === 0) scrollTo(0, goal);
    if (performance.now() < until && still < STILL_FRAMES) frame = requestAnimationFrame(step);
    else stop();
  };
  stopRestoring = stop;
  for (const type of INPUTS) addEventListener(type, stop, { once: true, passive: true });
  step();
}

const INPUTS = ["wheel", "touchstart", "pointerdown", "keydown"];

function linkTo(href: string): HTMLAnchorElement | undefined {
  const links = document.querySelectorAll<HTMLAnchorElement>("main a[href]");
  return [...links].find((link) => link.href === href);
}
