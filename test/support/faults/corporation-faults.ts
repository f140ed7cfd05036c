import { esi, sso } from "./fault-classes.ts";
import type { Row } from "./fault-table.ts";

const HALF_AN_HOUR = 31 * 60;

const UNREACHABLE = "EVE could not be reached. Try again in a few minutes.";
const NO_CORPORATION = "400 EVE has no corporation with this ID. Check the number.";
const NO_VERDICT =
  "503 EVE did not answer, so the directors could not be checked. Their status is unchanged. Try again in a few minutes.";

/** Directors whose state EVE did not return. */
const checks = (well: string, silent: string, after?: number) => ({
  ...sso(well, silent, after),
  // A flow that adds its corporation first adds none that EVE does not know.
  ...esi(well, silent, { unknown: { says: silent, after: 61, at: ["/characters/"] } }),
});

/** Categories whose lists of pages change in the flow: others are answered with 304. */
const PAGED = new Set(["assets", "market", "killmails"]);

/** A fetch waits while EVE fails and continues by itself; a malformed response is fetched again. */
function slice(category: string): Row {
  const waits = { says: "running" };
  return {
    covers: [`fetch ${category}`],
    ...(category !== "public" &&
      category !== "killmails" && { like: "the queue fetches killmails data" }),
    withoutQueue: "running",
    ...(category !== "public" && sso("fresh", "running")),
    ...esi(
      "fresh",
      "failed",
      {
        down: waits,
        limited: waits,
        downtime: waits,
        ...(PAGED.has(category) && { pageless: { says: "failed", after: HALF_AN_HOUR } }),
      },
      HALF_AN_HOUR,
    ),
  };
}

/** Corporations, their directors and their fetches. */
export const CORPORATION_FAULTS = {
  "an administrator looks a corporation up": {
    covers: ["GET /api/corporations/lookup"],
    ...esi("200", `503 ${UNREACHABLE}`, { unknown: { says: NO_CORPORATION } }),
  },
  "an owner searches a corporation for requirements": {
    covers: ["GET /api/requirements/search"],
    // Names are static data.
    ...esi("200", `503 ${UNREACHABLE}`, { downtime: { says: "200" } }),
  },
  "an administrator looks names up": {
    covers: ["POST /api/admin/pilots/lookup"],
    ...esi("200 eve", "200 unread", { downtime: { says: "200 eve" } }),
  },
  "an administrator lists titles for requirements": {
    covers: ["GET /api/requirements/titles"],
    ...sso("Fleet Commander", UNREACHABLE),
    ...esi("Fleet Commander", UNREACHABLE),
  },
  "an administrator adds a corporation": {
    covers: ["POST /api/corporations"],
    ...esi(
      "201 EVE's name",
      "201 the typed name",
      { unknown: { says: NO_CORPORATION } },
      HALF_AN_HOUR,
    ),
  },
  "an administrator adds a director": {
    covers: ["POST /api/corporations/:id/directors"],
    like: "an administrator verifies a corporation",
    ...checks("201 checked", "201 not reached"),
  },
  "an administrator verifies a corporation": {
    covers: ["POST /api/corporations/:id/verify"],
    ...checks("200 true", NO_VERDICT),
  },
  "an administrator verifies a director": {
    covers: ["POST /api/corporations/:id/directors/:directorId/verify"],
    like: "an administrator verifies a corporation",
    ...checks("200 true", NO_VERDICT),
  },
  "an administrator verifies all directors": {
    covers: ["POST /api/corporations/:id/directors/verify-all"],
    like: "an administrator verifies a corporation",
    ...checks("200 checked", "503 not reached"),
  },

  "the cron checks directors": {
    covers: ["director-health"],
    ...checks("checked", "not reached", 61),
  },
  "the queue goes on with a round of checks": {
    covers: ["check-directors"],
    like: "the cron checks directors",
    ...checks("checked", "not reached", 61),
  },
  "the queue fetches public data": slice("public"),
  "the queue fetches core data": slice("core"),
  "the queue fetches financial data": slice("financial"),
  "the queue fetches assets data": slice("assets"),
  "the queue fetches market data": slice("market"),
  "the queue fetches killmails data": slice("killmails"),
  "the cron reads killmails": {
    covers: ["killmails"],
    // That is EVE's answer about a killmail.
    ...esi("ok", "failed", { at: ["/killmails/\\d"], unknown: { says: "ok" } }),
  },
  "the cron asks for prices": {
    covers: ["market-prices"],
    ...esi("ok", "failed", { downtime: { says: "ok" } }),
  },
} satisfies Record<string, Row>;
