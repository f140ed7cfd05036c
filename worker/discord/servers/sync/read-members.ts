import { run } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import type { ServerFacts } from "#worker/db/schema/discord-servers.ts";
import type { Bot } from "#worker/discord/bot/bot.ts";
import { getMember, listGuildMembers } from "#worker/discord/bot/endpoints.ts";
import type { DiscordMember } from "#worker/discord/bot/endpoints.ts";
import { haltOf } from "#worker/discord/bot/refusals.ts";
import { stopped } from "./change-member.ts";
import type { Pause } from "./change-member.ts";
import { selectNext } from "./sync-store.ts";
import type { IdRange } from "./sync-store.ts";

/** A member as Discord tells it now. `unreadable`: Discord refuses to tell. */
export type ReadMember = DiscordMember | "left" | "deleted" | "unreadable";

export type MembersReading = {
  members: Map<string, ReadMember>;
  /** The check continues after this id; null at its end. Undefined if the reading is no part of the check. */
  next?: string | null;
  /** Discord has listed everybody in this range: a known member whom it has not listed has left. */
  listed?: IdRange;
  pause: Pause | null;
};

/** Reads members one by one, as far as the requests reach. */
export async function readEach(
  bot: Bot,
  serverId: string,
  ids: readonly string[],
  outages: number,
): Promise<MembersReading> {
  const members = new Map<string, ReadMember>();
  for (const id of ids) {
    const answer = await bot.call(getMember(serverId, id));
    if (answer.state === "ok") {
      members.set(id, answer.data);
      continue;
    }
    const { problem, pause } = stopped(answer, outages);
    if (pause !== null) return { members, pause };
    // Only what Discord says is an absence: another refusal tells nothing about the member.
    members.set(id, problem === "left" || problem === "deleted" ? problem : "unreadable");
  }
  return { members, pause: null };
}

type Page = { after: string; limit: number; outages: number };

/**
 * Reads the next members of a check of all. With the members intent, Discord lists everybody, and those whom it does not list
 * have left; without it, Muster asks for each pilot.
 */
export async function readNext(
  bot: Bot,
  db: Database,
  facts: ServerFacts,
  { after, limit, outages }: Page,
): Promise<MembersReading> {
  const serverId = facts.id;
  if (!facts.hasMembersIntent) {
    const found = await run(db, selectNext({ serverId, after: after || "0", limit }));
    const ids = found.map(({ discordId }) => discordId);
    const reading = await readEach(bot, serverId, ids, outages);
    const last = [...reading.members.keys()].at(-1) ?? after;
    const isEnd = reading.pause === null && ids.length < limit;
    return { ...reading, next: isEnd ? null : last };
  }
  const answer = await bot.call(listGuildMembers(serverId, { after, limit }));
  if (answer.state !== "ok") {
    const { halt, untilMs } = haltOf(answer, outages, Date.now());
    const isWait = answer.state === "waits";
    return { members: new Map(), next: after, pause: { halt: isWait ? null : halt, untilMs } };
  }
  const members = new Map(answer.data.map((member) => [member.user.id, member]));
  const last = answer.data.at(-1)?.user.id;
  const next = answer.data.length < limit || last === undefined ? null : last;
  return { members, next, listed: { after, until: next ?? MAX_ID }, pause: null };
}

const MAX_ID = String(2n ** 63n - 1n);
