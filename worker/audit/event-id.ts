import { randomToken } from "#worker/ground/crypto.ts";

const TIME_DIGITS = 9;
const SEQUENCE_DIGITS = 3;

let sequence = 0;

/** The beginning of the ids of all events of one millisecond. */
export function eventIdsFrom(instant: number): string {
  return instant.toString(36).padStart(TIME_DIGITS, "0");
}

/** The time of the event with this id, in milliseconds. */
export function instantOf(eventId: string): number {
  return Number.parseInt(eventId.slice(0, TIME_DIGITS), 36);
}

/** Begins with the time and a counter: the order of ids is the order of events. */
export function newEventId(now: number): string {
  return eventIdPrefix(now) + randomToken(6);
}

/** For events whose ids the database completes, one statement for many rows. */
export function eventIdPrefix(now: number): string {
  sequence = (sequence + 1) % 36 ** SEQUENCE_DIGITS;
  return eventIdsFrom(now) + sequence.toString(36).padStart(SEQUENCE_DIGITS, "0");
}
