import { all, ESI, harmless, SSO } from "./fault-classes.ts";
import type { Row } from "./fault-table.ts";

const TOKEN = "/token$";
const EVERYTHING = "";
const MINUTE = 61;
const HALF_AN_HOUR = 31 * 60;

const UNREACHABLE = "EVE could not be reached. Try again in a few minutes.";
const NO_CORPORATION = "400 EVE has no corporation with this ID. Check the number.";
const NO_VERDICT =
  "503 EVE did not answer, so the directors could not be checked. Their status is unchanged. Try again in a few minutes.";

/** Directors whose state EVE did not return. */
function checks(well: string, silent: string, after = 0): Pick<Row, "well" | "sso" | "esi"> {
  return {
    well,
    sso: { at: [TOKEN], ...all([...SSO], silent, after), ...harmless(well) },
    esi: {
      at: [EVERYTHING],
      ...all([...ESI], silent, MINUTE),
      late: { says: well },
      // A flow that adds its corporation first adds none that EVE does not know.
      unknown: { says: silent, after: MINUTE, at: ["/characters/"] },
    },
  };
}

/** Categories whose lists of pages change in the flow: others are answered with 304. */
const PAGED = new Set(["assets", "market", "killmails"]);

/** A fetch waits while EVE fails and continues by itself; a malformed response is fetched again. */
function slice(category: string): Row {
  const well = "fresh";
  return {
    covers: [`fetch ${category}`],
    well,
    ...(category !== "public" &&
      category !== "killmails" && { like: "the queue fetches killmails data" }),
    withoutQueue: "running",
    ...(category !== "public" && {
      sso: { at: [TOKEN], ...all([...SSO], "running"), ...harmless(well) },
    }),
    esi: {
      at: [EVERYTHING],
      ...all([...ESI], "running"),
      late: { says: well },
      unreadable: { says: "failed", after: HALF_AN_HOUR },
      refused: { says: "failed", after: HALF_AN_HOUR },
      unknown: { says: "failed", after: HALF_AN_HOUR },
      ...(PAGED.has(category) && { pageless: { says: "failed", after: HALF_AN_HOUR } }),
    },
  };
}

/** Corporations, their directors and their fetches. */
export const CORPORATION_FAULTS = {
  "an administrator looks a corporation up": {
    covers: ["GET /api/corporations/lookup"],
    well: "200",
    esi: {
      at: [EVERYTHING],
      ...all([...ESI], `503 ${UNREACHABLE}`, MINUTE),
      late: { says: "200" },
      unknown: { says: NO_CORPORATION },
    },
  },
  "an owner searches a corporation for requirements": {
    covers: ["GET /api/requirements/search"],
    well: "200",
    esi: {
      at: [EVERYTHING],
      ...all([...ESI], `503 ${UNREACHABLE}`, MINUTE),
      late: { says: "200" },
      // Names are static data.
      downtime: { says: "200" },
    },
  },
  "an administrator looks names up": {
    covers: ["POST /api/admin/pilots/lookup"],
    well: "200 eve",
    esi: {
      at: [EVERYTHING],
      ...all([...ESI], "200 unread", MINUTE),
      late: { says: "200 eve" },
      // Names are static data.
      downtime: { says: "200 eve" },
    },
  },
  "an administrator lists titles for requirements": {
    covers: ["GET /api/requirements/titles"],
    well: "Fleet Commander",
    sso: { at: [TOKEN], ...all([...SSO], UNREACHABLE), ...harmless("Fleet Commander") },
    esi: {
      at: [EVERYTHING],
      ...all([...ESI], UNREACHABLE, MINUTE),
      late: { says: "Fleet Commander" },
    },
  },
  "an administrator adds a corporation": {
    covers: ["POST /api/corporations"],
    well: "201 EVE's name",
    esi: {
      at: [EVERYTHING],
      ...all([...ESI], "201 the typed name", HALF_AN_HOUR),
      late: { says: "201 EVE's name" },
      unknown: { says: NO_CORPORATION },
    },
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
    ...checks("200 checked", "200 not reached"),
  },

  "the cron checks directors": {
    covers: ["director-health"],
    ...checks("checked", "not reached", MINUTE),
  },
  "the queue goes on with a round of checks": {
    covers: ["check-directors"],
    like: "the cron checks directors",
    ...checks("checked", "not reached", MINUTE),
  },
  "the queue fetches public data": slice("public"),
  "the queue fetches core data": slice("core"),
  "the queue fetches financial data": slice("financial"),
  "the queue fetches assets data": slice("assets"),
  "the queue fetches market data": slice("market"),
  "the queue fetches killmails data": slice("killmails"),
  "the cron reads killmails": {
    covers: ["killmails"],
    well: "ok",
    esi: {
      at: ["/killmails/\\d"],
      ...all([...ESI], "failed", MINUTE),
      late: { says: "ok" },
      // That is EVE's answer about a killmail.
      unknown: { says: "ok" },
    },
  },
  "the cron asks for prices": {
    covers: ["market-prices"],
    well: "ok",
    esi: {
      at: [EVERYTHING],
      ...all([...ESI], "failed", MINUTE),
      late: { says: "ok" },
      downtime: { says: "ok" },
    },
  },
} satisfies Record<string, Row>;
