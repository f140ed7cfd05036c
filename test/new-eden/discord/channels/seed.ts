import type { Server } from "#test/new-eden/discord/servers/server.ts";
import type { Channel } from "./channel.ts";

const NAMES = ["general", "recruitment", "leadership"];
/** Only the owner and administrators see it. */
const PRIVATE = "leadership";

/** The channels of the seeded servers; their ids follow the server's. */
export function seedChannels(servers: readonly Server[]): Channel[] {
  return servers.flatMap(({ id: serverId }) =>
    NAMES.map((name, index) => ({
      id: String(BigInt(serverId) + BigInt(index + 50)),
      name,
      serverId,
      recipientId: undefined,
      overwrites:
        name === PRIVATE
          ? [{ id: serverId, type: "role" as const, allow: [], deny: ["VIEW_CHANNEL" as const] }]
          : [],
      messages: [],
    })),
  );
}
