import { and, eq, isNotNull, not, sql } from "drizzle-orm";
import { isAdministrator } from "#worker/auth/administrators/store.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { isGuest } from "#worker/access/guests.ts";
import { run } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { UserActor } from "./actor.ts";
import { rightsOf } from "./sessions.ts";

const selectLinked = prepare(
  {
    userId: users.id,
    isUsable: sql<number>`${and(isNotNull(users.mainCharacterId), not(isSuspended(sql.placeholder("now"))))}`,
    isAdmin: isAdministrator(users.id, sql.placeholder("characterIds")),
    isGuest: sql<number>`${isGuest(users.id)}`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(discordAccounts)
      .innerJoin(users, eq(users.id, discordAccounts.userId))
      .where(eq(discordAccounts.discordId, sql.placeholder("discordId"))),
);

/**
 * The user to whom a Discord account is linked, with the rights of this moment: as in a session, but without one, so that
 * nothing counts as proven at EVE. `blocked`: the account is suspended or locked.
 */
export async function findLinkedActor(
  { db, config }: Context,
  discordId: string,
): Promise<UserActor | "unlinked" | "blocked"> {
  const characterIds = JSON.stringify(config.ADMIN_CHARACTER_IDS);
  const [found] = await run(db, selectLinked({ discordId, characterIds, now: Date.now() }));
  if (found === undefined) return "unlinked";
  if (found.isUsable === 0) return "blocked";
  return { kind: "user", userId: found.userId, sessionId: "", ...rightsOf(found) };
}
