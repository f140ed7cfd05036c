import { fold } from "#shared/fold.ts";
import { discordRoles, discordServers } from "#worker/db/schema/discord-servers.ts";
import { newSnowflake } from "#test/new-eden/discord/snowflake.ts";
import type { Community } from "#test/support/workerd/harness.ts";

/** A mapped role of every prepared server. No group gives it. */
export const MAPPED_ROLE_ID = "42";

/** A server that is on, with a role. It exists in the database alone. */
export function prepareServer({ context: { db } }: Community) {
  const id = newSnowflake(Date.now());
  const name = `Server ${id}`;
  const insert = db.insert(discordServers).values({
    id,
    name,
    nameFolded: fold(name),
    isOn: true,
    addedAt: new Date(),
    sweptAt: new Date(),
    facts: {
      id,
      name,
      ownerId: "1",
      memberCount: 1,
      roles: [
        { id, name: "@everyone", color: 0, position: 0, permissions: "0", isManaged: false },
        {
          id: MAPPED_ROLE_ID,
          name: "Scout",
          color: 0,
          position: 1,
          permissions: "0",
          isManaged: false,
        },
      ],
      botRoleIds: [],
      hasMembersIntent: true,
      requiresTwoFactor: false,
      readAt: Date.now(),
    },
  });
  const map = db.insert(discordRoles).values({ serverId: id, roleId: MAPPED_ROLE_ID });
  return { statements: [insert, map], id };
}
