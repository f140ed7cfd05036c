import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setServerTime } from "#web/lib/clock.ts";
import { refetchAt } from "#web/lib/clock.ts";

const NOW = Date.parse("2026-11-20T18:00:00Z");
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  setServerTime(new Date(NOW).toUTCString());
});
afterEach(() => vi.useRealTimers());

test("the interval ends shortly after the earliest future moment", () => {
  expect(refetchAt([at(-5), at(90), null, at(30)])).toBe(31_500);
});

test("without a future moment there is no refetch", () => {
  expect(refetchAt([])).toBe(false);
  expect(refetchAt([null, at(-1)])).toBe(false);
});

test("a moment beyond the maximum timer is awaited one day at a time", () => {
  expect(refetchAt([at(60 * 86_400)])).toBe(86_400_000);
});
