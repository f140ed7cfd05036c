import { eq, sql } from "drizzle-orm";
import type { AlarmChoices } from "#shared/corporations/alarms.ts";
import { WEBHOOK_ADDRESS } from "#shared/discord/feeds.ts";
import type {
  DirectMessages,
  SetDirectMessages,
  DiscordChannels,
  DiscordFeed,
  FeedTarget,
  Topic,
} from "#shared/discord/feeds.ts";
import type { Language } from "#shared/language/languages.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { selectManaged } from "#worker/corporations/directors/store.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { withFirstRead } from "#worker/db/first-read.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { discordDirectMessages } from "#worker/db/schema/discord-posts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { existsIn, orm, prepare } from "#worker/db/statements.ts";
import type { Read } from "#worker/db/statements.ts";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import { getWebhook } from "#worker/discord/posts/endpoints.ts";
import type { FeedRow } from "#worker/discord/posts/feed-store.ts";
import { encryptWebhookToken } from "#worker/discord/posts/webhook-token.ts";
import type { Context } from "#worker/env.ts";
import {
  isRoleUnchanged,
  requireAbility,
  requireVisible,
} from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { moveRemindersOf } from "#worker/operations/store.ts";
import { listChannelChoices, listChoices } from "./channels.ts";
import * as store from "./store.ts";
import type { FeedSubject, StoredTarget } from "./store.ts";

export { prepareWatchFeed } from "./store.ts";

export async function readLogFeed(context: Context): Promise<DiscordFeed> {
  const [feed] = await run(context.db, store.selectFeed({ isLog: true }));
  return presentFeed(context, feed);
}

/** What a reader must be allowed to: `check` throws unless the rows of `read` say so. */
type Allowed<Rows> = { read: Read<Rows>; check: (rows: Rows) => unknown };

/** A feed, in the round trip that says whether it may be read. */
export async function readFeed<Rows>(
  context: Context,
  selectIt: Read<FeedRow[]>,
  { read, check }: Allowed<Rows>,
): Promise<DiscordFeed> {
  const [found, [feed]] = await runBatch(context.db, [read, selectIt]);
  check(found);
  return presentFeed(context, feed);
}

/** The same for its channels. Discord is asked after that round trip. */
export async function listChannels<Rows>(
  context: Context,
  actor: UserActor,
  allowed: Allowed<Rows>,
): Promise<DiscordChannels> {
  const { channels, missing } = await listAllowed(context, actor, allowed);
  return { channels, missing };
}

async function listAllowed<Rows>(
  context: Context,
  actor: UserActor,
  { read, check }: Allowed<Rows>,
): Promise<AlarmChoices> {
  const { db, ensureRead } = withFirstRead(context.db, read, check);
  const choices = await listChoices({ ...context, db }, actor);
  await ensureRead();
  return choices;
}

const ownGroup = (actor: UserActor, groupId: string) => ({
  read: selectGroup(actor.userId, groupId),
  check: ([row]: GroupRow[]) => requireAbility(requireVisible(row, actor), "edit").of.group,
});

/** For the owner of the group. */
export function readGroupFeed(context: Context, actor: UserActor, groupId: string) {
  return readFeed(context, store.selectGroupFeed(groupId), ownGroup(actor, groupId));
}

export function listGroupChannels(context: Context, actor: UserActor, groupId: string) {
  return listChannels(context, actor, ownGroup(actor, groupId));
}

const managed = (corporationId: number) => ({
  read: selectManaged({ corporationId }),
  check: ([found]: object[]) => {
    if (found === undefined) throw new ApiError("no_such_corporation");
  },
});

export function listCorporationChannels(context: Context, actor: UserActor, corporationId: number) {
  return listChannels(context, actor, managed(corporationId));
}

/** The channels for a corporation's alarms, with the roles that Muster may mention. */
export function listAlarmChoices(context: Context, actor: UserActor, corporationId: number) {
  return listAllowed(context, actor, managed(corporationId));
}

export function readCorporationFeed(context: Context, corporationId: number) {
  return readFeed(context, store.selectFeed({ corporationId }), managed(corporationId));
}

/** `origin`: where the links of the posts lead. */
export async function saveFeed(
  context: Context,
  actor: UserActor,
  subject: FeedSubject,
  input: { target: FeedTarget; topics: Topic[]; language?: Language | undefined },
  origin: string,
): Promise<DiscordFeed> {
  const [before] = await run(context.db, store.selectFeed(subject));
  const target =
    input.target.kind === "same"
      ? undefined
      : await checkTarget(context, actor, store.definitionOf(subject).id, input.target);
  if (target === undefined && before === undefined) {
    throw new ApiError("channel_missing");
  }
  const topics = [...new Set(input.topics)];
  const { language } = input;
  const change = { before, target, topics, language, origin };
  const saved = await store.saveFeed(context, actor, subject, change);
  return presentFeed(context, saved);
}

export async function deleteFeed(context: Context, actor: UserActor, subject: FeedSubject) {
  const [before] = await run(context.db, store.selectFeed(subject));
  if (before !== undefined) await store.deleteFeed(context, actor, subject, before);
}

/** The owner of a group decides where it posts. */
export async function requireOwnGroup({ db }: Context, actor: UserActor, groupId: string) {
  const { read, check } = ownGroup(actor, groupId);
  const group = check(await run(db, read));
  const isOwner = isRoleUnchanged(group, actor);
  return { groupId, mayWrite: existsIn(groups, eq(groups.id, groupId), isOwner) };
}

/** Throws for a corporation that is not managed here. */
export async function requireManagedCorporation({ db }: Context, corporationId: number) {
  const { read, check } = managed(corporationId);
  check(await run(db, read));
  return { corporationId };
}

async function checkTarget(
  context: Context,
  actor: UserActor,
  feedId: string,
  target: Exclude<FeedTarget, { kind: "same" }>,
): Promise<StoredTarget> {
  if (target.kind === "channel") {
    const { serverId, channelId } = target;
    const { channels, missing } = await listChannelChoices(context, actor, serverId);
    const channel = channels.find((candidate) => candidate.channelId === channelId);
    if (channel !== undefined) {
      const { channelName, serverName } = channel;
      return { targetId: channelId, targetName: channelName, serverName, webhookToken: null };
    }
    throw new ApiError(missing === "unavailable" ? "discord_silent" : "channel_closed");
  }
  const [, webhookId = "", token = ""] = WEBHOOK_ADDRESS.exec(target.address) ?? [];
  const bot = openBot(context.config, NO_BUCKETS);
  const answer = await bot.call(getWebhook(webhookId, token));
  if (answer.state === "refused") {
    throw new ApiError("webhook_unknown", {}, { field: "address" });
  }
  if (answer.state !== "ok") throw new ApiError("discord_silent");
  return {
    targetId: webhookId,
    targetName: answer.data.name ?? "Webhook",
    serverName: null,
    webhookToken: await encryptWebhookToken(context.config, token, feedId),
  };
}

function presentFeed({ config }: Context, feed: FeedRow | undefined): DiscordFeed {
  const hasBot = config.DISCORD_BOT_TOKEN !== "";
  if (feed === undefined) {
    return { target: null, topics: [], language: "en", halt: null, postedAt: null, hasBot };
  }
  const { targetName, serverName, webhookToken, topics, language, halt, postedAt } = feed;
  const kind = webhookToken === null ? "channel" : "webhook";
  return {
    target: { kind, name: targetName, serverName },
    topics,
    language: language ?? "en",
    halt,
    postedAt: postedAt?.toISOString() ?? null,
    hasBot,
  };
}

const selectSettings = prepare(
  {
    discordId: discordAccounts.discordId,
    isClosed: discordDirectMessages.isClosed,
    remindMinutes: discordDirectMessages.remindMinutes,
  },
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
    remindMinutes: row?.remindMinutes ?? null,
    canSend: row !== undefined && row.discordId !== null && config.DISCORD_BOT_TOKEN !== "",
  };
}

/** Messages begin with what happens from now on. Switching them on again tries a closed account again. */
export async function setDirectMessages(
  context: Context,
  actor: UserActor,
  { isOn, remindMinutes }: SetDirectMessages,
  origin: string,
): Promise<DirectMessages> {
  const { userId } = actor;
  const now = new Date();
  if (isOn && !(await readDirectMessages(context, actor)).canSend) {
    throw new ApiError("discord_link_first");
  }
  await runBatch(context.db, [
    isOn
      ? orm
          .insert(discordDirectMessages)
          .values({ userId, afterSeq: store.endOfLog, waitsUntil: now, origin })
          .onConflictDoUpdate({
            target: discordDirectMessages.userId,
            set: { isClosed: false, waitsUntil: now, origin },
            setWhere: eq(discordDirectMessages.isClosed, true),
          })
      : orm.delete(discordDirectMessages).where(eq(discordDirectMessages.userId, userId)),
    ...(isOn && remindMinutes !== undefined
      ? [
          orm
            .update(discordDirectMessages)
            .set({ remindMinutes })
            .where(eq(discordDirectMessages.userId, userId)),
        ]
      : []),
    moveRemindersOf(userId),
  ]);
  return readDirectMessages(context, actor);
}
