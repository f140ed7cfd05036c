import { expect, test } from "vitest";
import { serversOf } from "#worker/requirements/evidence/to-evidence.ts";
import type { ServerReading } from "#worker/requirements/evidence/select-evidence.ts";

const HOUR_MS = 60 * 60 * 1000;
const NOW = Date.parse("2026-11-23T18:00:00Z");
const hoursAgo = (hours: number) => NOW - hours * HOUR_MS;

function factOf(reading: Partial<ServerReading>) {
  const given = {
    serverId: "1",
    linkedAt: hoursAgo(1000),
    sweptAt: hoursAgo(5),
    isSettled: 1,
    readAt: null,
    problem: null,
  };
  return serversOf([{ ...given, ...reading }], NOW).get("1");
}

test("the row of a member says whether the account is there, and a later check confirms it", () => {
  const readAt = hoursAgo(900);
  expect(factOf({ readAt })).toEqual({ isKnown: true, value: true, asOf: hoursAgo(5) });
  expect(factOf({ readAt: hoursAgo(1) })).toMatchObject({ asOf: hoursAgo(1) });
  expect(factOf({ readAt, problem: "refused" })).toMatchObject({ value: true });
  for (const problem of ["left", "deleted"] as const) {
    expect(factOf({ readAt, problem })).toMatchObject({ isKnown: true, value: false });
  }
});

test("without a row, only what Discord was asked since the link counts as absence", () => {
  expect(factOf({})).toEqual({ isKnown: true, value: false, asOf: hoursAgo(5) });
  const linkedAt = hoursAgo(1);
  expect(factOf({ linkedAt })).toEqual({ isKnown: true, value: false, asOf: linkedAt });
  const unread = { isKnown: false, reason: "never_read", asOf: null };
  expect(factOf({ linkedAt, isSettled: 0 })).toEqual(unread);
  expect(factOf({ sweptAt: null, isSettled: 0 })).toEqual(unread);
});

test("a server that could not be read for two days says nothing", () => {
  const sweptAt = hoursAgo(49);
  const old = { isKnown: false, reason: "too_old", asOf: sweptAt };
  expect(factOf({ sweptAt })).toEqual(old);
  expect(factOf({ sweptAt, readAt: hoursAgo(60) })).toEqual(old);
  expect(factOf({ sweptAt, readAt: hoursAgo(60), problem: "left" })).toEqual(old);
  expect(factOf({ sweptAt, readAt: hoursAgo(47) })).toMatchObject({ value: true });
});
