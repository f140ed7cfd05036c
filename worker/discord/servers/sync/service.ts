import * as z from "zod/mini";
import { enqueue } from "#worker/work/enqueue.ts";
import { defineWork, DONE } from "#worker/work/define-work.ts";
import { fold } from "#shared/fold.ts";
import { DAY_MS, MINUTE_MS } from "#shared/time.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { guard, GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import type { ServerFacts } from "#worker/db/schema/discord-servers.ts";
import type { Statement } from "#worker/db/statements.ts";
import { openBot, withoutReset } from "#worker/discord/bot/bot.ts";
import type { Bot } from "#worker/discord/bot/bot.ts";
import { readFacts } from "#worker/discord/bot/read-facts.ts";
import { haltOf } from "#worker/discord/bot/refusals.ts";
import { rulesOf } from "#worker/discord/servers/plan/rules.ts";
import type { Context } from "#worker/env.ts";
import type { Pause } from "./change-member.ts";
import { changeServerMembers } from "./change-members.ts";
import type { SliceOutcome } from "./change-members.ts";
import { endRemovals, endSweep } from "./check-store.ts";
import type { SliceWork } from "./decide-members.ts";
import { readEach, readNext } from "./read-members.ts";
import type { MembersReading } from "./read-members.ts";
import * as store from "./sync-store.ts";
import type { LeasedServerRow } from "./sync-store.ts";

/** A check begins with facts that are at most this old. */
const FRESH_MS = 5 * MINUTE_MS;
/** Longer waits are left to the cron of every minute. The queue has as long to deliver the message that continues. */
const LONGEST_DELAY_MS = MINUTE_MS;
/** A member takes a reading and at most four changes; not every member has any. */
const CALLS_OF_MEMBER = 3;
/** The share of a page that a check reads first: all of these members may have to change. */
const FIRST_PAGE = 0.25;

/** Works on a Discord server; a message brings what the former one has left (`Continued`). */
export const syncWork = defineWork({
  kind: "discord",
  message: z.object({
    serverId: z.string(),
    token: z.optional(z.string()),
    pageSize: z.optional(z.int()),
  }),
  due: (_context, now) => [store.selectDue({ now })],
  begin({ config }, [servers], message) {
    if (config.DISCORD_BOT_TOKEN === "") return { messages: [] };
    return { messages: servers.map(({ id }) => message({ serverId: id })) };
  },
  async slice(context, { serverId, ...continued }) {
    if (context.config.DISCORD_BOT_TOKEN === "") return DONE;
    const left = await syncServer(context, serverId, continued);
    if (left === undefined) return DONE;
    const { delaySeconds, ...rest } = left;
    return { state: "more", delaySeconds, next: { serverId, ...rest } };
  },
});

/** Has the queue work on a server now. The cron of every minute would find it as well. */
export async function requestSync(context: Context, serverId: string): Promise<void> {
  if (context.config.DISCORD_BOT_TOKEN === "") return;
  await enqueue(context, [syncWork.message({ serverId })]);
}

/** What the message that continues brings: `token` takes the lease, `pageSize` is how many members a check reads next. */
type Continued = { token?: string | undefined; pageSize?: number | undefined };
type NextSlice = Continued & { delaySeconds: number };

type Lease = {
  serverId: string;
  leaseId: string;
  server: LeasedServerRow;
  takenAt: Date;
  pageSize: number;
};
type Outcome = {
  statements: Statement[];
  facts: ServerFacts;
  pause: Pause | null;
  isRest: boolean;
  pageSize?: number | undefined;
};

/**
 * Works on a server as far as one invocation may: first members about whom something has changed, then removals that may be
 * applied, then the check of all members. One invocation at a time; it may be killed anywhere. Undefined if nothing is left,
 * or if the cron continues.
 */
export async function syncServer(
  context: Context,
  serverId: string,
  { token, pageSize }: Continued = {},
): Promise<NextSlice | undefined> {
  const { db, config } = context;
  const { discordCalls, discordMembers } = BUDGETS[config.PLAN];
  const limit = Math.ceil(discordCalls / CALLS_OF_MEMBER);
  const leaseId = randomToken(12);
  const takenAt = new Date();
  const [[server], roles, marks, losing] = await runBatch(db, [
    store.takeServer(serverId, leaseId, token, takenAt.getTime()),
    store.selectMappedRoles({ serverId }),
    store.selectMarks({ serverId, limit }),
    store.selectLosing({ serverId, limit }),
  ]);
  if (server === undefined) return undefined;
  const lease = {
    serverId,
    leaseId,
    server,
    takenAt,
    pageSize: Math.min(pageSize ?? Math.ceil(discordMembers * FIRST_PAGE), discordMembers),
  };
  const bot = openBot(config, withoutReset(server.buckets, Date.now()));
  const ids = losing.map(({ discordId }) => discordId);
  const work = workOf(server, marks, ids, limit);
  const roleIds = roles.map(({ roleId }) => roleId);
  const outcome =
    work === undefined
      ? { statements: [], facts: server.facts, pause: null, isRest: false }
      : await perform(context, bot, lease, roleIds, work);
  const isSaved = outcome !== undefined && (await finish(context, bot, lease, outcome));
  return isSaved === false ? beginAgain(context, bot, lease) : isSaved.next;
}

function workOf(
  { isOn, removals, sweepAfter }: LeasedServerRow,
  marks: { discordId: string; mark: string }[],
  losing: string[],
  limit: number,
): SliceWork | undefined {
  if (isOn && marks.length > 0) return { kind: "marks", marks, isAll: marks.length < limit };
  if (isOn && removals === "released")
    return { kind: "removals", ids: losing, isAll: losing.length < limit };
  return sweepAfter === null ? undefined : { kind: "check", after: sweepAfter };
}

/** Undefined: another invocation has taken over, or the settings have changed. */
async function perform(
  context: Context,
  bot: Bot,
  lease: Lease,
  roleIds: string[],
  work: SliceWork,
): Promise<Outcome | undefined> {
  const { serverId, leaseId, server, takenAt } = lease;
  const maxCalls = BUDGETS[context.config.PLAN].discordCalls;
  const [facts, halted] = await freshFacts(bot, server, work);
  if (halted !== null) return { statements: [], facts, pause: halted, isRest: true };
  const reading = await readMembers(context, bot, lease, facts, work);
  if (reading.pause !== null && reading.pause.halt !== null) {
    return { statements: [], facts, pause: reading.pause, isRest: true };
  }
  const { nicknameTemplate: template, keepsOwnPart, drift } = server;
  const nickname = template === null ? null : { template, keepsOwnPart };
  const isCurrent = guard(store.isCurrent(serverId, leaseId, server.version));
  const changed = await changeServerMembers(context, bot, {
    serverId,
    server,
    rules: rulesOf(facts, roleIds, { drift, nickname }),
    work,
    members: reading.members,
    listed: reading.listed,
    readAt: takenAt,
    maxCalls,
    isCurrent,
  });
  if (changed === undefined) return undefined;
  const progress = progressOf(context, lease, work, reading, changed);
  // Discord has refused what the facts allow: a check reads them again, and health then says why.
  const again = changed.areFactsStale ? [store.updateServer(serverId, { sweepAfter: "" })] : [];
  return {
    statements: [isCurrent, ...changed.statements, ...progress.statements, ...again],
    facts: changed.areFactsStale ? { ...facts, readAt: 0 } : facts,
    pause: changed.pause ?? reading.pause,
    pageSize: progress.pageSize,
    isRest:
      again.length > 0 || !progress.isDone || (server.sweepAfter !== null && work.kind !== "check"),
  };
}

/** What Discord says about the server: read again before a check, or after a day. */
async function freshFacts(
  bot: Bot,
  { facts, outages }: LeasedServerRow,
  work: SliceWork,
): Promise<[ServerFacts, Pause | null]> {
  const age = Date.now() - facts.readAt;
  const isBeginning = work.kind === "check" && work.after === "";
  if (age < (isBeginning ? FRESH_MS : DAY_MS)) return [facts, null];
  const answer = await readFacts(bot, facts.id);
  if (answer.state === "ok") return [answer.data, null];
  return [facts, haltOf(answer, outages, Date.now())];
}

function readMembers(
  { db, config }: Context,
  bot: Bot,
  { server: { outages }, pageSize }: Lease,
  facts: ServerFacts,
  work: SliceWork,
): Promise<MembersReading> {
  const { discordCalls } = BUDGETS[config.PLAN];
  const limit = Math.max(1, Math.floor((discordCalls - bot.calls()) / CALLS_OF_MEMBER));
  switch (work.kind) {
    case "marks": {
      const ids = work.marks.slice(0, limit).map(({ discordId }) => discordId);
      return readEach(bot, facts.id, ids, outages);
    }
    case "removals":
      return readEach(bot, facts.id, work.ids.slice(0, limit), outages);
    case "check": {
      const page = facts.hasMembersIntent ? pageSize : limit;
      return readNext(bot, db, facts, { after: work.after, limit: page, outages });
    }
  }
}

/**
 * How far the work has come. Where many members change, few fit into a slice, and the next one reads no more than may fit: those
 * who do not fit would be read again, with all their groups.
 */
function progressOf(
  context: Context,
  { serverId, server, takenAt, pageSize }: Lease,
  work: SliceWork,
  reading: MembersReading,
  { done, isCut, reached, pause }: Pick<SliceOutcome, "done" | "isCut" | "reached" | "pause">,
): { statements: Statement[]; isDone: boolean; pageSize?: number } {
  const isDone = new Set(done);
  switch (work.kind) {
    case "marks": {
      const finished = work.marks.filter(({ discordId }) => isDone.has(discordId));
      return {
        statements: store.deleteMarks(serverId, finished),
        isDone:
          work.isAll && finished.length === work.marks.length && server.removals !== "released",
      };
    }
    case "removals": {
      const isEnd = work.isAll && work.ids.every((id) => isDone.has(id));
      return { statements: isEnd ? [endRemovals(serverId)] : [], isDone: isEnd };
    }
    case "check": {
      const next = isCut ? reached : reading.next;
      const startedAt = work.after === "" ? takenAt : (server.sweepStartedAt ?? takenAt);
      if (isCut || typeof next === "string") {
        const set = { sweepAfter: next ?? work.after, sweepStartedAt: startedAt };
        return {
          statements: [store.updateServer(serverId, set)],
          isDone: false,
          pageSize: isCut ? Math.max(done.length + 1, pause === null ? 0 : pageSize) : pageSize * 2,
        };
      }
      // Removals that may be applied follow.
      return {
        statements: endSweep(context, serverId, { at: Date.now(), startedAt }),
        isDone: !server.isOn,
      };
    }
  }
}

/**
 * Saves what was done and learned, and leaves the lease to the message that continues. False: another invocation has taken
 * over, or the settings have changed.
 */
async function finish(
  { db }: Context,
  bot: Bot,
  { serverId, leaseId, server }: Lease,
  { statements, facts, pause, isRest, pageSize }: Outcome,
): Promise<{ next: NextSlice | undefined } | false> {
  const now = Date.now();
  const waitMs = pause === null ? 0 : Math.max(0, pause.untilMs - now);
  const isContinued = isRest && waitMs <= LONGEST_DELAY_MS;
  const token = randomToken(12);
  const isOutage = pause?.halt === "unavailable" || pause?.halt === "limited";
  const saved = [
    ...statements,
    store.updateServer(serverId, {
      buckets: bot.buckets(),
      halt: pause?.halt ?? null,
      waitsUntil: pause === null ? null : new Date(pause.untilMs),
      outages: isOutage ? server.outages + 1 : 0,
      leaseId: isContinued ? token : null,
      leaseUntil: isContinued ? new Date(now + waitMs + LONGEST_DELAY_MS) : null,
      ...(facts !== server.facts && {
        facts,
        name: facts.name,
        nameFolded: fold(facts.name),
      }),
    }),
  ];
  try {
    await runBatch(db, [guard(store.isCurrent(serverId, leaseId, server.version)), ...saved]);
  } catch (error) {
    // The next invocation finds what this one has changed at Discord.
    if (error instanceof GuardFailed) return false;
    throw error;
  }
  return {
    next: isContinued ? { token, pageSize, delaySeconds: Math.ceil(waitMs / 1000) } : undefined,
  };
}

/** The next slice works with the changed settings at once. Undefined if another invocation has the lease. */
async function beginAgain(
  { db }: Context,
  bot: Bot,
  { serverId, leaseId }: Lease,
): Promise<NextSlice | undefined> {
  const token = randomToken(12);
  const until = new Date(Date.now() + LONGEST_DELAY_MS);
  const given = await run(db, store.giveLease({ serverId, leaseId, token, until }, bot.buckets()));
  return given.length > 0 ? { token, delaySeconds: 0 } : undefined;
}
