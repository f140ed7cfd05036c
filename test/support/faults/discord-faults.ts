import { discord, sso } from "./fault-classes.ts";
import type { Row } from "./fault-table.ts";

const MINUTES = 16 * 60;
const HOUR = 3601;
const LATER = "Discord is not responding. Try again in a few minutes.";
const SILENT = "Discord is not responding. Nothing was changed. Try again in a few minutes.";
const LIMITED = "Discord is limiting requests. Nothing was changed. Try again later.";
const WAIT = "429 Discord is limiting requests. Nothing was changed. Try again in 30 seconds.";

/** Accounts, servers, commands, buttons and posts of Discord. Interactions call Discord only after their first answer. */
export const DISCORD_FAULTS = {
  "a player links Discord": {
    covers: ["POST /api/discord/callback/tokens"],
    ...discord("200", `503 ${SILENT}`, {
      at: ["/users/@me$", "/oauth2/@me$"],
      limited: { says: WAIT },
    }),
  },
  "Discord is asked for a player's name": {
    covers: ["GET /api/auth/session"],
    ...discord(
      "the new name",
      "the old name",
      {
        at: ["/oauth2/token$", "/users/@me$"],
        // A new refresh token that does not arrive is lost, because Discord has ended the old one. The dashboard then
        // asks the user to link again.
        unreadable: { says: "the old name", after: HOUR, at: ["/users/@me$"] },
      },
      HOUR,
    ),
  },
  "a player unlinks Discord": {
    covers: ["DELETE /api/discord/link"],
    // The grant may remain at Discord, where the user can end it.
    ...discord("204", "204", { at: ["/revoke$"] }),
  },
  "a player deletes the account": {
    covers: ["DELETE /api/account", "account-erasure"],
    like: "a pilot logs in",
    // The account is always deleted. The grants are revoked when EVE and Discord answer again.
    ...sso("204, 0 to revoke", "204, 1 to revoke", HOUR, {
      at: ["/revoke$"],
      // It needs no token.
      forged: { says: "204, 0 to revoke" },
    }),
    ...discord(
      "204, 0 to revoke",
      "204, 1 to revoke",
      { at: ["/revoke$"], unreadable: { says: "204, 0 to revoke" } },
      HOUR,
    ),
  },

  "an administrator lists the Discord servers": {
    covers: ["GET /api/admin/discord"],
    ...discord("200 all", `200 ${SILENT}`, { limited: { says: `200 ${LIMITED}` } }),
  },
  "a Discord server is set up and removed": {
    covers: ["POST /api/admin/discord", "DELETE /api/admin/discord/:id"],
    ...discord("201, 204", `503 ${SILENT}, 404`, { limited: { says: `429 ${LIMITED}, 404` } }),
  },
  "a Discord server is switched on": {
    covers: ["POST /api/admin/discord/:id/switch"],
    ...discord("200", `503 ${SILENT}`, { limited: { says: `429 ${LIMITED}` } }),
  },
  "a Discord server follows its groups": {
    covers: ["discord"],
    withoutQueue: "waits, done",
    ...discord(
      "given, done",
      "waits, unavailable",
      { limited: { says: "waits, limited", after: HOUR } },
      HOUR,
    ),
  },
  "the drift of a Discord server is read": {
    covers: ["GET /api/admin/discord/:id/drift"],
    ...discord("200 1 read", "200 1 unavailable"),
  },
  "a pilot joins a Discord server": {
    covers: ["POST /api/discord/servers/:id/join"],
    // The status says that the pilot has joined.
    ...discord("204", `503 ${SILENT}`, { at: ["/guilds/"], unreadable: { says: "204" } }),
  },

  "an owner lists the channels of Discord": {
    covers: [
      "GET /api/groups/:id/discord-channels",
      "GET /api/corporations/:id/discord-channels",
      "GET /api/corporations/:id/alarms/choices",
      "GET /api/admin/log/discord-channels",
      "GET /api/watchlist/discord-channels",
    ],
    ...discord("200 1 all", "200 0 unavailable"),
  },
  "an owner chooses a channel of Discord": {
    covers: [
      "PUT /api/groups/:id/discord-feed",
      "PUT /api/corporations/:id/discord-feed",
      "PUT /api/corporations/:id/alarms",
      "PUT /api/admin/log/discord-feed",
      "PUT /api/watchlist/discord-feed",
    ],
    ...discord("200", `503 ${SILENT}`),
  },
  "an administrator tests the channel of an alarm": {
    covers: ["POST /api/corporations/:id/alarms/test"],
    ...discord("200 arrived", "200 unavailable"),
  },
  "The self-diagnosis registers the commands at Discord": {
    covers: ["POST /api/admin/discord/commands"],
    ...discord("200", `503 ${LATER}`),
  },
  "a group posts in a channel of Discord": {
    covers: ["discord posts"],
    withoutQueue: "waits, done",
    ...discord(
      "posted, done",
      "waits, unavailable",
      {
        // Discord has sent the message, and Muster cannot read that: the same nonce does not send it again.
        unreadable: { says: "posted, unavailable", after: 61 },
        limited: { says: "waits, unavailable", after: HOUR + MINUTES },
      },
      MINUTES,
    ),
  },
} satisfies Record<string, Row>;
