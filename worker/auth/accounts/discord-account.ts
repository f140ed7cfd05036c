import { eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { recordEvent } from "#worker/audit/record.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { existsIn, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

/**
 * The statement that records that a Discord account is unlinked, if there is one for which `isUnlinked` holds. It stands before the deletion,
 * because it reads the name.
 */
export function recordUnlinkedDiscord(
  context: Pick<Context, "requestId">,
  userId: string,
  isUnlinked: SQL | undefined,
): Statement {
  const username = orm
    .select({ username: discordAccounts.username })
    .from(discordAccounts)
    .where(eq(discordAccounts.userId, userId));
  return recordEvent(
    context,
    {
      kind: "discord_unlinked",
      actor: { userId },
      userId,
      detail: sql`json_object('discordName', (${username}))`,
    },
    existsIn(discordAccounts, isUnlinked),
  ).statement;
}
