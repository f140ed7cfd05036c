import { all, DISCORD } from "./fault-classes.ts";
import type { Row } from "./fault-table.ts";

const EVERYTHING = "";
const MINUTE = 61;
const MINUTES = 16 * 60;
const HOUR = 3601;
const SILENT = "503 Discord is not responding. Nothing was changed. Try again in a few minutes.";
const LATER = "503 Discord is not responding. Try again in a few minutes.";

/** What commands, buttons and posts say when Discord fails. Interactions call Discord only after their first answer. */
export const FRONT_DOOR_FAULTS = {
  "an owner lists the channels of Discord": {
    covers: [
      "GET /api/groups/:id/discord-channels",
      "GET /api/corporations/:id/discord-channels",
      "GET /api/corporations/:id/alarms/choices",
      "GET /api/admin/log/discord-channels",
      "GET /api/watchlist/discord-channels",
    ],
    well: "200 1 all",
    discord: {
      at: [EVERYTHING],
      ...all([...DISCORD], "200 0 unavailable"),
      late: { says: "200 1 all" },
    },
  },
  "an owner chooses a channel of Discord": {
    covers: [
      "PUT /api/groups/:id/discord-feed",
      "PUT /api/corporations/:id/discord-feed",
      "PUT /api/corporations/:id/alarms",
      "PUT /api/admin/log/discord-feed",
      "PUT /api/watchlist/discord-feed",
    ],
    well: "200",
    discord: { at: [EVERYTHING], ...all([...DISCORD], SILENT), late: { says: "200" } },
  },
  "an administrator tests the channel of an alarm": {
    covers: ["POST /api/corporations/:id/alarms/test"],
    well: "200 arrived",
    discord: {
      at: [EVERYTHING],
      ...all([...DISCORD], "200 unavailable"),
      late: { says: "200 arrived" },
    },
  },
  "Setup registers the commands at Discord": {
    covers: ["POST /api/admin/discord/commands"],
    well: "200",
    discord: { at: [EVERYTHING], ...all([...DISCORD], LATER), late: { says: "200" } },
  },
  "a group posts in a channel of Discord": {
    covers: ["discord posts"],
    well: "posted, done",
    withoutQueue: "waits, done",
    discord: {
      at: [EVERYTHING],
      ...all([...DISCORD], "waits, unavailable", MINUTES),
      late: { says: "posted, done" },
      // Discord has sent the message, and Muster cannot read that: the same nonce does not send it again.
      unreadable: { says: "posted, unavailable", after: MINUTE },
      limited: { says: "waits, unavailable", after: HOUR + MINUTES },
    },
  },
} satisfies Record<string, Row>;
