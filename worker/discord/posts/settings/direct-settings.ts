import { eq, sql } from "drizzle-orm";
import type { DirectMessages } from "#shared/discord/feeds.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { discordAccounts } from "#worker/db/schema/discord/links.ts";
import { discordDirectMessages } from "#worker/db/schema/discord/posts.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";

const selectSettings = prepare(
  { discordId: discordAccounts.discordId, isClosed: discordDirectMessages.isClosed },
  (fields) =>
    orm
      .select(fields)
      .from(users)
      .leftJoin(discordAccounts, eq(discordAccounts.userId, users.id))
      .leftJoin(discordDirectMessages, eq(discordDirectMessages.userId, users.id))
      .where(eq(users.id, sql.placeholder("userId"))),
);

export async function readDirectMessages(
  { db, config }: Context,
  { userId }: UserActor,
): Promise<DirectMessages> {
  const [row] = await run(db, selectSettings({ userId }));
  return {
    isOn: row !== undefined && row.isClosed !== null,
    isClosed: row?.isClosed ?? false,
    canSend: row !== undefined && row.discordId !== null && config.DISCORD_BOT_TOKEN !== "",
  };
}

/** Messages begin with what happens from now on. Switching them on again tries a closed account again. */
export async function setDirectMessages(
  context: Context,
  actor: UserActor,
  isOn: boolean,
  origin: string,
): Promise<DirectMessages> {
  const { userId } = actor;
  const now = new Date();
  if (isOn && !(await readDirectMessages(context, actor)).canSend) {
    throw new ApiError("discord_link_first");
  }
  const endOfLog = sql<number>`(select coalesce(max(${auditEvents.seq}), 0) from ${auditEvents})`;
  await runBatch(context.db, [
    isOn
      ? orm
          .insert(discordDirectMessages)
          .values({ userId, afterSeq: endOfLog, waitsUntil: now, origin })
          .onConflictDoUpdate({
            target: discordDirectMessages.userId,
            set: { isClosed: false, waitsUntil: now, origin },
            setWhere: eq(discordDirectMessages.isClosed, true),
          })
      : orm.delete(discordDirectMessages).where(eq(discordDirectMessages.userId, userId)),
  ]);
  return readDirectMessages(context, actor);
}
