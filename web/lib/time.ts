import { useCallback, useSyncExternalStore } from "react";
import { ph, t } from "#web/language/macros.ts";
import { perLanguage } from "#web/language/messages.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/time.ts";
import { serverNow } from "./clock.ts";

const SECOND_MS = 1000;

/** The smallest age at which each unit is used, and its length. */
const UNITS: { unit: Intl.RelativeTimeFormatUnit; from: number; length: number }[] = [
  { unit: "year", from: 365 * DAY_MS, length: 365.25 * DAY_MS },
  { unit: "month", from: 30 * DAY_MS, length: 30.44 * DAY_MS },
  { unit: "day", from: DAY_MS, length: DAY_MS },
  { unit: "hour", from: HOUR_MS, length: HOUR_MS },
  { unit: "minute", from: MINUTE_MS, length: MINUTE_MS },
];

/** Japanese has no spaces around numbers, which only the narrow style leaves out. */
const relative = perLanguage(
  (tag) =>
    new Intl.RelativeTimeFormat(tag, {
      numeric: "always",
      style: tag === "ja" ? "narrow" : "long",
    }),
);

/** "3 minutes ago", "in 4 days", "just now" below a minute. Rounded down to whole units. */
export function relativeTime(at: string | number | Date, now: number): string {
  const difference = new Date(at).getTime() - now;
  const distance = Math.abs(difference);
  const match = UNITS.find(({ from }) => distance >= from);
  if (!match) return t`just now`;
  const count = Math.max(1, Math.floor(distance / match.length));
  return relative().format(Math.sign(difference) * count, match.unit);
}

const date = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" }),
);

/** "Nov 20, 2026", in EVE time. */
export function formatDate(at: string | number | Date): string {
  return date().format(new Date(at));
}

/** "18:42" in EVE time, which is UTC. */
export function eveClock(now: number): string {
  return new Date(now).toISOString().slice(11, 16);
}

/** "2026-11-12", in EVE time. */
export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** A past day in an address; undefined for today, the future, and anything else. */
export function readPastDay(text: string | null, now: number): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = Date.parse(text);
  // February 30 is the day of another month.
  return !Number.isNaN(at) && isoDay(at) === text && text < isoDay(now) ? text : undefined;
}

const day = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { month: "short", day: "numeric", timeZone: "UTC" }),
);
const weekday = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { weekday: "short", timeZone: "UTC" }),
);

/** "Nov 12" in EVE time, with the year if it is not this one. */
export function eveDay(at: string | number | Date, now: number): string {
  const moment = new Date(at);
  const isThisYear = moment.getUTCFullYear() === new Date(now).getUTCFullYear();
  return isThisYear ? day().format(moment) : formatDate(moment);
}

/** "Thu 14:00 EVE" within six days, otherwise "Nov 12, 14:00 EVE". With an end, "Thu 14:00 – 16:00 EVE". */
export function eveMoment(at: string | number | Date, now: number, until?: string): string {
  const moment = new Date(at);
  const isNear = Math.abs(moment.getTime() - now) < 6 * DAY_MS;
  const from = eveClock(moment.getTime());
  const time = until === undefined ? from : `${from} – ${eveClock(Date.parse(until))}`;
  return isNear
    ? t`${ph({ date: weekday().format(moment) })} ${time} EVE`
    : t`${ph({ date: eveDay(moment, now) })}, ${time} EVE`;
}

/** "Nov 20, 2026, 18:42 EVE": a moment by itself, where "Thu" could be any. */
export function eveTime(at: string | number | Date): string {
  const time = eveClock(new Date(at).getTime());
  return t`${ph({ date: formatDate(at) })}, ${time} EVE`;
}

/** "2d 4h", "3h 12m", "12m": the two largest units, rounded up to minutes. */
export function timeLeft(remainingMs: number): string {
  const minutes = Math.max(0, Math.ceil(remainingMs / MINUTE_MS));
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (days > 0) return t`${days}d ${hours}h`;
  return hours > 0 ? t`${hours}h ${ph({ minutes: minutes % 60 })}m` : t`${minutes}m`;
}

const local = perLanguage(
  (tag) =>
    new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" }),
);
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const localClock = perLanguage((tag) => new Intl.DateTimeFormat(tag, CLOCK));
const localDayAndClock = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { weekday: "short", ...CLOCK }),
);

/** "20:30 your time", with the weekday where it differs from EVE's; undefined where the reader's clock is EVE's. */
export function localTime(at: string): string | undefined {
  const moment = new Date(at);
  if (moment.getTimezoneOffset() === 0) return undefined;
  const isOtherDay = moment.getDay() !== moment.getUTCDay();
  const time = (isOtherDay ? localDayAndClock() : localClock()).format(moment);
  return t`${time} your time`;
}

/** EVE time and local time, for a tooltip. */
export function absoluteTimes(at: string | number | Date): string {
  return t`${ph({ time: eveTime(at) })} · ${ph({ local: local().format(new Date(at)) })} your time`;
}

/** "12d 10h 25m", "3h 41m", "14m 07s", or "Done". */
export function countdown(remainingMs: number): string {
  const left = Math.ceil(remainingMs / SECOND_MS);
  if (left <= 0) return t`Done`;
  const days = Math.floor(left / 86_400);
  const hours = Math.floor((left % 86_400) / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  if (days > 0) return t`${days}d ${hours}h ${minutes}m`;
  if (hours > 0) return t`${hours}h ${minutes}m`;
  return t`${minutes}m ${ph({ seconds: String(left % 60).padStart(2, "0") })}s`;
}

/** Whole days until `at`, rounded up, never below zero. */
export function daysUntil(at: string | number | Date, now: number): number {
  return Math.max(0, Math.ceil((new Date(at).getTime() - now) / DAY_MS));
}

/** Whole days, rounded down. */
export function daysSince(at: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(at)) / DAY_MS));
}

const CADENCE_MS = { second: 1000, minute: 60_000 };
type Cadence = keyof typeof CADENCE_MS;

/** Subscribers with their cadence. They share one timer, which runs at the fastest cadence needed. */
const listeners = new Map<() => void, Cadence>();
let timer: ReturnType<typeof setTimeout> | undefined;

function schedule() {
  clearTimeout(timer);
  if (listeners.size === 0 || document.hidden) return;
  const eager = [...listeners.values()].includes("second");
  const interval = CADENCE_MS[eager ? "second" : "minute"];
  timer = setTimeout(tick, interval - (serverNow() % interval));
}

function tick() {
  for (const listener of listeners.keys()) listener();
  schedule();
}

function subscribe(listener: () => void, cadence: Cadence) {
  if (listeners.size === 0) document.addEventListener("visibilitychange", tick);
  listeners.set(listener, cadence);
  schedule();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener("visibilitychange", tick);
    schedule();
  };
}

/**
 * The server's time in milliseconds, updated every second or minute while the page is visible. Rounded down to the
 * cadence, so that a component re-renders only when its output can change.
 */
export function useNow(cadence: Cadence): number {
  const interval = CADENCE_MS[cadence];
  return useSyncExternalStore(
    useCallback((listener: () => void) => subscribe(listener, cadence), [cadence]),
    () => Math.floor(serverNow() / interval) * interval,
    () => 0,
  );
}
