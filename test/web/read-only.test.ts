import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { READ_ONLY_HEADER } from "#shared/error.ts";
import { noteReadOnly, readOnlyUntil } from "#web/lib/api/connection.ts";

const NOON = Date.parse("2026-11-22T12:00:00.000Z");
const MIDNIGHT = "2026-11-23T00:00:00.000Z";

const readOnly = (status: number, until = MIDNIGHT) =>
  new Response(null, { status, headers: { [READ_ONLY_HEADER]: until } });

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => {
  noteReadOnly(new Response(null), true);
  vi.useRealTimers();
});

test("any response can tell that the server is read-only, and until when", () => {
  const changes = vi.fn<() => void>();
  const stop = readOnlyUntil.listen(changes);
  noteReadOnly(readOnly(200), false);
  expect(readOnlyUntil.get()).toBe(Date.parse(MIDNIGHT));
  noteReadOnly(readOnly(503), true);
  expect(changes).toHaveBeenCalledOnce();
  stop();
});

test("a successful write ends it, reads and refusals do not", () => {
  noteReadOnly(readOnly(503), true);
  noteReadOnly(new Response("{}"), false);
  noteReadOnly(new Response(null, { status: 409 }), true);
  expect(readOnlyUntil.get()).toBeDefined();
  noteReadOnly(new Response("{}", { status: 201 }), true);
  expect(readOnlyUntil.get()).toBeUndefined();
});

test("it ends by itself at 00:00 UTC", () => {
  noteReadOnly(readOnly(503), true);
  vi.advanceTimersByTime(Date.parse(MIDNIGHT) - NOON - 1);
  expect(readOnlyUntil.get()).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(readOnlyUntil.get()).toBeUndefined();
  noteReadOnly(readOnly(200, "2026-11-22T00:00:00.000Z"), false);
  expect(readOnlyUntil.get()).toBeUndefined();
});
