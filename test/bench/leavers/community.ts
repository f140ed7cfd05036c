import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { adminOf, linkAccount, manageServer } from "#test/bench/arrangements.ts";
import { CAST } from "#test/bench/cast.ts";
import { openClient } from "#test/bench/client.ts";
import { buildCorporation, openKnownCommunity } from "#test/bench/known-community.ts";
import { startServer } from "#test/bench/server.ts";
import type { Module } from "#test/bench/server.ts";
import { localVars, newEdenUrls } from "#test/new-eden/local-vars.ts";
import { serveNewEden } from "#test/new-eden/server.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import type { Community } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { readConfig } from "#worker/ground/config.ts";
import { CHARACTER_SCOPES, DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";

const USERS = 500;
const CORPORATIONS = 4;
/** Members of each corporation. A fifth of the group may leave in an hour before removals are held, and fifty in all. */
const MEMBERS = 60;
const LEAVERS_EACH = 12;
const HOLDINGS = { strangers: 1_500, assets: 25_000, contracts: 900, killmails: 900 };
/** How long EVE and Discord take to answer. */
const ESI_DELAY_MS = 250;
const DISCORD_DELAY_MS = 150;
const ALL_SCOPES = [...CHARACTER_SCOPES, ...Object.values(DIRECTOR_FEATURES).flat()];
/** The corporations start one after another, so that their polls are due at different times. */
const APART_MS = 7_000;

/** A member who will leave. */
type Member = { characterId: number; userId: string; discordId: string };

/** A community of 500 with four corporations, whose members are in a group and on a Discord server. */
export async function openCommunityOfLeavers(
  directors: number,
  modules: Module[],
  scratch: string,
) {
  const newEden = await serveNewEden();
  const bindings = { ...localVars(0), ...newEdenUrls(newEden.base), PLAN: "free" as const };
  const config = await readConfig(bindings);
  const own = join(scratch, `directors-${directors}`);
  mkdirSync(own);
  const state = await openKnownCommunity(USERS, own, { config, world: newEden.world });
  const server = await startServer(modules, state, { bindings, isConsumer: true });
  const { url } = server;
  const database = await server.database();
  const muster = openClient({ url, database, config, newEdenBase: newEden.base });
  const execute = (query: string, ...values: unknown[]) =>
    database
      .prepare(query)
      .bind(...values)
      .all<Record<string, string | number>>();
  const control = newEdenControl(newEden.base);

  const corporations: number[] = [];
  const members: Member[][] = [];
  for (let nth = 0; nth < CORPORATIONS; nth += 1) {
    const given = { holdings: HOLDINGS, directors, scopes: ALL_SCOPES };
    const corporationId = await buildCorporation(muster, given);
    corporations.push(corporationId);
    members.push(await buildMembers(muster, execute, corporationId));
    await new Promise((resolve) => setTimeout(resolve, APART_MS));
  }
  const all = members.flat();
  const groupId = await buildRuledGroup(muster, execute, corporations, all);
  const { serverId, roleId } = await buildDiscordServer(muster, groupId, all);
  await control.addFault({ service: "esi", kind: "slow", delayMs: ESI_DELAY_MS });
  await control.addFault({ service: "discord", kind: "slow", delayMs: DISCORD_DELAY_MS });

  const inGroup = async () =>
    new Set(
      (
        await execute("select user_id as id from group_members where group_id = ?", groupId)
      ).results.map(({ id }) => String(id)),
    );
  const onDiscord = async () =>
    new Set(
      (await control.discord.servers.read(serverId)).members
        .filter(({ roles }) => roles.includes(roleId))
        .map(({ userId }) => userId),
    );

  return {
    fireCron: (cron: string) => server.fireCron(cron),
    /** One corporation after another. */
    leavers: Array.from({ length: LEAVERS_EACH }, (_, nth) =>
      members.flatMap((ofOne) => ofOne[nth] ?? []),
    ).flat(),
    leave: ({ characterId }: Member) =>
      control.leaveCorporation(characterId, undefined, { keepsAnswers: true }),
    inGroup,
    onDiscord,
    /** Everything of the corporations is due for the cron of fetches, as if nothing but the members had been read. */
    async forgetData() {
      await execute("delete from corporation_runs where category <> 'core'");
      await execute("delete from corporation_pages where source <> 'members'");
    },
    openFetches: async () =>
      Number(
        (await execute("select count(*) as n from corporation_runs where finished_at is null"))
          .results[0]?.["n"],
      ),
    /** All lists were read, all directors asked for the first time, and Discord's members were checked. */
    async isSettled() {
      const { results } = await execute(
        `select (select count(*) from corporation_members where left_at is null and corporation_id in (select value from json_each(?1))) as listed,
          (select count(distinct d.corporation_id) from notice_polls p join corporation_directors d on d.id = p.director_id
            where p.last_notice_id > 0 or p.polled_at > 0) as polled,
          (select count(*) from discord_servers where is_on = 1 and sweep_after is null and swept_at is not null) as checked,
          (select count(*) from evaluation_marks) as marked`,
        JSON.stringify(corporations),
      );
      const [found] = results;
      return (
        found?.["listed"] === CORPORATIONS * (HOLDINGS.strangers + MEMBERS + directors) &&
        found["polled"] === CORPORATIONS &&
        found["checked"] === 1 &&
        found["marked"] === 0 &&
        (await inGroup()).size === all.length + 1 &&
        (await onDiscord()).size === all.length
      );
    },
    async stop() {
      await server.stop();
      newEden.stop();
    },
  };
}

type Execute = (query: string, ...values: unknown[]) => Promise<{ results: object[] }>;

async function buildMembers(muster: Community, execute: Execute, corporationId: number) {
  const people = await newEdenControl(muster.newEdenBase).discord.createUsers(MEMBERS);
  const members: Member[] = [];
  for (const person of people) {
    const { pilot, user } = await linkPilot(muster, { corporationId });
    await execute(
      "insert into character_affiliations (character_id, corporation_id, as_of) values (?, ?, ?)",
      pilot.id,
      corporationId,
      Date.now(),
    );
    await linkAccount(execute, user.userId, person);
    members.push({ characterId: pilot.id, userId: user.userId, discordId: person.id });
  }
  return members;
}

/** A group that asks for one of the corporations, without grace. */
async function buildRuledGroup(
  muster: Community,
  execute: Execute,
  corporationIds: number[],
  members: readonly Member[],
): Promise<string> {
  const { id } = await buildGroup(muster, { owner: CAST.owner });
  await execute(
    `insert into group_members (group_id, user_id, role, joined_at)
      select ?, value ->> 'userId', 'member', 0 from json_each(?)`,
    id,
    JSON.stringify(members),
  );
  const { groups } = adminOf(muster);
  const saved = await groups[":id"].requirements.$put({
    param: { id },
    json: {
      rule: {
        tree: { type: "characters", which: "any", meet: { type: "corporation", corporationIds } },
        enrolment: "manual",
        listing: "everyone",
        graceDays: 0,
      },
      version: null,
    },
  });
  if (!saved.ok) throw new Error(await saved.text());
  return id;
}

/** A server on which the members have the role that the group gives. */
async function buildDiscordServer(muster: Community, groupId: string, members: readonly Member[]) {
  const { discord } = newEdenControl(muster.newEdenBase);
  const { id, roles } = await discord.servers.create({
    membersIntent: true,
    roles: [{ name: "Member" }],
  });
  const roleId = roles.find(({ name }) => name === "Member")?.id ?? "";
  await discord.servers.addMembers(
    id,
    members.map(({ discordId }) => ({ userId: discordId, roles: [roleId], pending: false })),
  );
  await manageServer(muster, id, { roles: [{ roleId, groupIds: [groupId] }], drift: "list" });
  return { serverId: id, roleId };
}
