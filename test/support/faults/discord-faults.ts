import { all, DISCORD } from "./fault-classes.ts";
import type { Row } from "./fault-table.ts";

const EVERYTHING = "";
const HOUR = 3601;
const SILENT = "Discord is not responding. Nothing was changed. Try again in a few minutes.";
const LIMITED = "Discord is limiting requests. Nothing was changed. Try again later.";

/** What the flows of Discord servers say when Discord fails. */
export const DISCORD_SERVER_FAULTS = {
  "an administrator lists the Discord servers": {
    covers: ["GET /api/admin/discord"],
    well: "200 all",
    discord: {
      at: [EVERYTHING],
      ...all([...DISCORD], `200 ${SILENT}`),
      late: { says: "200 all" },
      limited: { says: `200 ${LIMITED}` },
    },
  },
  "a Discord server is set up and removed": {
    covers: ["POST /api/admin/discord", "DELETE /api/admin/discord/:id"],
    well: "201, 204",
    discord: {
      at: [EVERYTHING],
      ...all([...DISCORD], `503 ${SILENT}, 404`),
      late: { says: "201, 204" },
      limited: { says: `429 ${LIMITED}, 404` },
    },
  },
  "a Discord server is switched on": {
    covers: ["POST /api/admin/discord/:id/switch"],
    well: "200",
    discord: {
      at: [EVERYTHING],
      ...all([...DISCORD], `503 ${SILENT}`),
      late: { says: "200" },
      limited: { says: `429 ${LIMITED}` },
    },
  },
  "a Discord server follows its groups": {
    covers: ["discord"],
    well: "given, done",
    withoutQueue: "waits, done",
    discord: {
      at: [EVERYTHING],
      ...all([...DISCORD], "waits, unavailable", HOUR),
      late: { says: "given, done" },
      limited: { says: "waits, limited", after: HOUR },
    },
  },
  "the drift of a Discord server is read": {
    covers: ["GET /api/admin/discord/:id/drift"],
    well: "200 1 read",
    discord: {
      at: [EVERYTHING],
      ...all([...DISCORD], "200 1 unavailable"),
      late: { says: "200 1 read" },
    },
  },
  "a pilot joins a Discord server": {
    covers: ["POST /api/discord/servers/:id/join"],
    well: "204",
    discord: {
      at: ["/guilds/"],
      ...all([...DISCORD], `503 ${SILENT}`),
      late: { says: "204" },
      // The status says that the pilot has joined.
      unreadable: { says: "204" },
    },
  },
} satisfies Record<string, Row>;
