import { all, DISCORD, ESI, harmless, SSO } from "./fault-classes.ts";
import type { Cells } from "./fault-classes.ts";
import { CORPORATION_FAULTS } from "./corporation-faults.ts";
import { DISCORD_SERVER_FAULTS } from "./discord-faults.ts";
import { FRONT_DOOR_FAULTS } from "./front-door-faults.ts";
import { ACCOUNT_DELETION } from "./deletion-faults.ts";

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
const EVERYTHING = "";
const MINUTE = 61;
const HOUR = 3601;

/** A sign-in that fails with a message. */
function signIn(well: string, at: string[]): Pick<Row, "well" | "sso" | "esi"> {
  const silent =
    "503 EVE's sign-in is not responding. Your account is unchanged. Try again in a few minutes.";
  return {
    well,
    sso: {
      at,
      down: { says: silent },
      late: { says: well },
      ours: {
        says: "503 EVE does not accept this site's application. Please tell an administrator.",
      },
      incomplete: { says: silent },
      forged: {
        says: "400 EVE's answer could not be verified, so you were not signed in. Log in again.",
      },
    },
    // The sheet is loaded after the response, or later.
    esi: { at: [EVERYTHING], ...all([...ESI], well) },
  };
}

const UNREACHABLE = "EVE could not be reached. Try again in a few minutes.";
const UNREADABLE = "EVE's response could not be read. Try again in a few minutes.";
const NOT_ASKED = "503 This character could not be loaded from EVE. Try again.";
const DISCORD_SILENT =
  "503 Discord is not responding. Nothing was changed. Try again in a few minutes.";

export const FAULT_TABLE = {
  // First, because it concerns every character in the database.
  "the cron asks for affiliations": {
    covers: ["affiliations"],
    well: "ok",
    esi: {
      at: [EVERYTHING],
      ...all([...ESI], "failed", MINUTE),
      late: { says: "ok" },
      // The characters are put aside for half an hour.
      unknown: { says: "ok", after: MINUTE },
    },
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
  "director access is granted": {
    covers: [],
    like: "an alt is linked",
    ...signIn("200", [TOKEN]),
  },

  "a token has expired": {
    covers: [],
    well: "ok",
    sso: { at: [TOKEN, KEYS], ...all([...SSO], "unknown"), ...harmless("ok") },
  },
  "an alt is unlinked": {
    covers: ["DELETE /api/auth/characters/:id"],
    well: "204",
    // The grant may remain at EVE, where the player can end it.
    sso: { at: ["/revoke$"], ...all([...SSO], "204") },
  },

  "a pilot refreshes the own sheet": {
    covers: ["POST /api/characters/:id/refresh"],
    well: "200 true",
    sso: {
      at: [TOKEN],
      ...all(
        [...SSO],
        "200 true EVE's sign-in service could not be reached. Try again in a few minutes.",
      ),
      ...harmless("200 true"),
    },
    esi: {
      at: [EVERYTHING],
      down: { says: `200 false ${UNREACHABLE}`, after: MINUTE },
      late: { says: "200 true" },
      unreadable: {
        // A 304 has no body.
        says: `200 true ${UNREADABLE}`,
        after: MINUTE,
      },
      limited: {
        says: "200 false EVE is limiting requests. Try again in a few minutes.",
        after: MINUTE,
      },
      downtime: { says: `200 false ${UNREACHABLE}`, after: MINUTE },
      refused: { says: `200 false ${UNREADABLE}`, after: MINUTE },
      unknown: { says: "200 false EVE has no such entry.", after: MINUTE },
    },
  },
  "a sheet has a name that nobody knows yet": {
    covers: [],
    like: "a pilot refreshes the own sheet",
    well: "200 named",
    sso: { at: [TOKEN], ...all([...SSO], "200 named", MINUTE) },
    esi: {
      at: ["/universe/names$"],
      ...all([...ESI], "200 nameless", MINUTE),
      late: { says: "200 named" },
      // Names work during the daily downtime.
      downtime: { says: "200 named" },
      unknown: { says: "200 nameless", after: HOUR },
    },
  },
  "somebody looks at a stranger": {
    covers: ["GET /api/characters/:id"],
    well: "200",
    esi: {
      at: [EVERYTHING],
      ...all([...ESI], NOT_ASKED, MINUTE),
      late: { says: "200" },
      unknown: { says: "404 Character not found", after: HOUR },
    },
  },
  "somebody looks at a sheet that is old": {
    covers: [],
    well: "200",
    esi: { at: [EVERYTHING], ...all([...ESI], "200", MINUTE) },
  },

  "an administrator reads the diagnosis": {
    covers: ["GET /api/health/details"],
    like: "a pilot logs in",
    well: "200 ok ok ok",
    sso: {
      at: [EVERYTHING],
      down: { says: "200 failed ok ok", after: MINUTE },
      late: { says: "200 ok ok ok" },
      ours: { says: "200 failed ok ok", after: MINUTE },
      // It needs no token.
      incomplete: { says: "200 ok ok ok" },
      forged: { says: "200 ok ok ok" },
    },
    esi: {
      at: [EVERYTHING],
      ...all([...ESI], "200 ok failed ok", MINUTE),
      late: { says: "200 ok ok ok" },
      limited: { says: "200 ok warning ok", after: MINUTE },
      refused: { says: "200 ok ok ok" },
    },
    discord: {
      at: [EVERYTHING],
      ...all([...DISCORD], "200 ok ok warning", MINUTE),
      late: { says: "200 ok ok ok" },
      unreadable: { says: "200 ok ok ok" },
    },
  },
  ...CORPORATION_FAULTS,
  "a player links Discord": {
    covers: ["POST /api/discord/callback/tokens"],
    well: "200",
    discord: {
      at: ["/users/@me$", "/oauth2/@me$"],
      ...all([...DISCORD], DISCORD_SILENT),
      late: { says: "200" },
      limited: {
        says: "429 Discord is limiting requests. Nothing was changed. Try again in 30 seconds.",
      },
    },
  },
  "Discord is asked for a player's name": {
    covers: ["GET /api/auth/session"],
    well: "the new name",
    discord: {
      at: ["/oauth2/token$", "/users/@me$"],
      ...all([...DISCORD], "the old name", HOUR),
      late: { says: "the new name" },
      // A new refresh token that does not arrive is lost, because Discord has ended the old one. The dashboard then
      // asks the user to link again.
      unreadable: { says: "the old name", after: HOUR, at: ["/users/@me$"] },
    },
  },
  "a player unlinks Discord": {
    covers: ["DELETE /api/discord/link"],
    well: "204",
    // The grant may remain at Discord, where the user can end it.
    discord: { at: ["/revoke$"], ...all([...DISCORD], "204") },
  },
  "a player deletes the account": ACCOUNT_DELETION,
  ...DISCORD_SERVER_FAULTS,
  ...FRONT_DOOR_FAULTS,
} satisfies Record<string, Row>;

export type Flow = keyof typeof FAULT_TABLE;

/**
 * The routes, jobs and messages that the table has. A route that is not among them calls neither EVE nor Discord: access.test.ts checks it
 * with every role.
 */
export const COVERED = Object.values<Row>(FAULT_TABLE).flatMap(({ covers }) => covers);
