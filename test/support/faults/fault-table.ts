import { discord, esi, sso } from "./fault-classes.ts";
import type { Cells } from "./fault-classes.ts";
import { CORPORATION_FAULTS } from "./corporation-faults.ts";
import { DISCORD_FAULTS } from "./discord-faults.ts";

/**
 * The result of each flow when EVE or Discord fail. `well` is the result without a fault; a service without cells is
 * never called. In all cases nothing is lost, no user is signed out, and the flow recovers by itself.
 */
export type Row = {
  /** The routes, jobs and messages that it covers. */
  covers: string[];
  well: string;
  /** A flow with the same requests that is tested with every fault; this one with one fault of each class. */
  like?: string;
  /** While the queue takes no messages, as after the account has used its operations of the day. `well` if left out. */
  withoutQueue?: string;
  sso?: Cells<"sso">;
  esi?: Cells<"esi">;
  discord?: Cells<"discord">;
};

const TOKEN = "/token$";
const KEYS = "/oauth/jwks$";
const MINUTE = 61;
const HOUR = 3601;

/** A sign-in that fails with a message. */
function signIn(well: string, at: string[]) {
  const silent =
    "503 EVE's sign-in is not responding. Your account is unchanged. Try again in a few minutes.";
  const refused = "503 EVE does not accept this site's application. Please tell an administrator.";
  const forged = "400 EVE's answer could not be verified, so you were not signed in. Log in again.";
  return {
    ...sso(well, silent, undefined, {
      at,
      ours: { says: refused },
      incomplete: { says: silent },
      forged: { says: forged },
    }),
    // The sheet is loaded after the response, or later.
    ...esi(well, well, undefined, 0),
  };
}

const UNREACHABLE = "EVE could not be reached. Try again in a few minutes.";
const UNREADABLE = "EVE's response could not be read. Try again in a few minutes.";
const LIMITED = "EVE is limiting requests. Try again in a few minutes.";
const NO_TOKEN = "EVE's sign-in service could not be reached. Try again in a few minutes.";

export const FAULT_TABLE = {
  // First, because it concerns every character in the database.
  "the cron asks for affiliations": {
    covers: ["affiliations"],
    // The characters are put aside for half an hour.
    ...esi("ok", "failed", { unknown: { says: "ok", after: MINUTE } }),
  },
  "a pilot logs in": { covers: ["GET /api/auth/callback"], ...signIn("200", [TOKEN, KEYS]) },
  "a newcomer opens an account": {
    covers: ["POST /api/auth/claim-main"],
    like: "a pilot logs in",
    ...signIn("201", [TOKEN, KEYS]),
  },
  "a former main takes its account back": {
    covers: ["POST /api/auth/take-back"],
    like: "a pilot logs in",
    ...signIn("201", [TOKEN, KEYS]),
  },
  "an alt is linked": { covers: [], ...signIn("200", [TOKEN]) },
  "director access is granted": { covers: [], like: "an alt is linked", ...signIn("200", [TOKEN]) },

  "a token has expired": {
    covers: [],
    ...sso("ok", "unknown", undefined, { at: [TOKEN, KEYS] }),
  },
  "an alt is unlinked": {
    covers: ["DELETE /api/auth/characters/:id"],
    // The grant may remain at EVE, where the player can end it.
    ...sso("204", "204", undefined, { at: ["/revoke$"] }),
  },

  "a pilot refreshes the own sheet": {
    covers: ["POST /api/characters/:id/refresh"],
    ...sso("200 true", `200 true ${NO_TOKEN}`),
    ...esi("200 true", `200 false ${UNREACHABLE}`, {
      // A 304 has no body.
      unreadable: { says: `200 true ${UNREADABLE}`, after: MINUTE },
      limited: { says: `200 false ${LIMITED}`, after: MINUTE },
      refused: { says: `200 false ${UNREADABLE}`, after: MINUTE },
      unknown: { says: "200 false EVE has no such entry.", after: MINUTE },
    }),
  },
  "a sheet has a name that nobody knows yet": {
    covers: [],
    like: "a pilot refreshes the own sheet",
    ...sso("200 named", "200 named", MINUTE),
    ...esi("200 named", "200 nameless", {
      at: ["/universe/names$"],
      // Names work during the daily downtime.
      downtime: { says: "200 named" },
      unknown: { says: "200 nameless", after: HOUR },
    }),
  },
  "somebody looks at a stranger": {
    covers: ["GET /api/characters/:id"],
    ...esi("200", "503 This character could not be loaded from EVE. Try again.", {
      unknown: { says: "404 Character not found", after: HOUR },
    }),
  },
  "somebody looks at a sheet that is old": { covers: [], ...esi("200", "200") },

  "an administrator reads the diagnosis": {
    covers: ["GET /api/health/details"],
    like: "a pilot logs in",
    // It needs no token.
    ...sso("200 ok ok ok", "200 failed ok ok", MINUTE, {
      at: [""],
      forged: { says: "200 ok ok ok" },
    }),
    ...esi("200 ok ok ok", "200 ok failed ok", {
      limited: { says: "200 ok warning ok", after: MINUTE },
      refused: { says: "200 ok ok ok" },
    }),
    ...discord(
      "200 ok ok ok",
      "200 ok ok warning",
      { unreadable: { says: "200 ok ok ok" } },
      MINUTE,
    ),
  },
  ...CORPORATION_FAULTS,
  ...DISCORD_FAULTS,
} satisfies Record<string, Row>;

export type Flow = keyof typeof FAULT_TABLE;

/**
 * The routes, jobs and messages that the table has. A route that is not among them calls neither EVE nor Discord: access.test.ts checks it
 * with every role.
 */
export const COVERED = Object.values<Row>(FAULT_TABLE).flatMap(({ covers }) => covers);
