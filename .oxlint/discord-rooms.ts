import { open } from "./room.ts";
import type { Room } from "./room.ts";
import { leaves, signedIn } from "./worker-leaves.ts";

/** What Muster does at Discord: links, servers, commands and posts. */
export const discordRooms: Record<string, Room> = {
  "worker/discord/link": {
    imports: signedIn,
    doors: [
      "access-token.ts",
      "discord-api.ts",
      "encrypted-token.ts",
      "profile-check.ts",
      "service.ts",
    ],
  },
  // Pure: what the settings of a server make of its members.
  "worker/discord/servers/plan": open("worker/db/schema/discord"),
  "worker/discord/bot": open(...leaves),
  "worker/discord/servers": {
    imports: [
      ...signedIn,
      "worker/groups/group",
      "worker/discord/link",
      "worker/discord/bot",
      "worker/discord/servers/plan",
    ],
    doors: ["people-store.ts", "present-server.ts", "preview.ts", "service.ts", "store.ts"],
  },
  "worker/discord/servers/roles": {
    imports: [
      ...signedIn,
      "worker/discord/servers",
      "worker/discord/servers/plan",
      "worker/groups/group",
      "worker/groups/visibility.ts",
    ],
    doors: ["following-roles.ts", "user-roles.ts"],
  },
  "worker/discord/servers/sync": {
    imports: [
      ...signedIn,
      "worker/discord/servers",
      "worker/discord/bot",
      "worker/discord/servers/plan",
    ],
    doors: ["service.ts"],
  },
  "worker/discord/commands": open(...signedIn, "worker/discord/bot"),
  "worker/discord/posts": {
    imports: [...signedIn, "worker/audit/seals", "worker/discord/bot"],
    doors: [
      "after-request.ts",
      "endpoints.ts",
      "feed-store.ts",
      "message.ts",
      "request-message.ts",
      "service.ts",
      "webhook-token.ts",
    ],
  },
  "worker/discord/posts/settings": open(
    ...signedIn,
    "worker/discord/bot",
    "worker/discord/posts",
    "worker/groups/group",
  ),
  "worker/discord/interactions": {
    imports: [
      ...signedIn,
      "worker/characters/search-store.ts",
      "worker/discord/bot",
      "worker/discord/link",
      "worker/discord/posts",
      "worker/discord/servers/sync",
      "worker/groups/*/service.ts",
      "worker/pilots",
      "worker/pilots/access",
    ],
    doors: [],
  },
};
