import type {
  DiscordServer,
  DiscordServers,
  SaveServer,
  ServerSettings,
  ServerSummary,
} from "#shared/discord/servers.ts";
import { createAndRecord } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Config } from "#worker/ground/config.ts";
import { GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { ServerFacts } from "#worker/db/schema/discord-servers.ts";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import type { Failure } from "#worker/discord/bot/bot.ts";
import { leaveGuild, listGuilds } from "#worker/discord/bot/endpoints.ts";
import { readFacts } from "#worker/discord/bot/read-facts.ts";
import { checksOf } from "#worker/discord/servers/plan/health.ts";
import { NEEDED, roleRefusal, sumOf } from "#worker/discord/servers/plan/rules.ts";
import type { Permission } from "#worker/discord/servers/plan/rules.ts";
import { requestSync } from "#worker/discord/servers/sync/service.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { presentServer, settingsOf, toMapping } from "./present-server.ts";
import * as settings from "./settings-store.ts";
import { changesBetweenSettings } from "./settings-store.ts";
import * as store from "./store.ts";
import type { MappingRow, ServerRow } from "./store.ts";

const PERMISSIONS: Permission[] = [
  "manageRoles",
  "manageNicknames",
  "createInvite",
  "viewAuditLog",
  "createEvents",
];

/** The servers of the bot, and those that are set up. */
export async function listServers({ db, config }: Context): Promise<DiscordServers> {
  const known = await run(db, store.selectServers());
  const own = known.map(({ isOn, ...server }): ServerSummary => ({
    ...server,
    state: isOn ? "on" : "off",
  }));
  const permissions = PERMISSIONS.map((permission) => NEEDED[permission]);
  if (config.DISCORD_BOT_TOKEN === "") {
    return { installUrl: null, permissions, servers: own, failure: null };
  }
  const answer = await openBot(config, NO_BUCKETS).call(listGuilds);
  const guilds = answer.state === "ok" ? answer.data : [];
  const others = guilds
    .filter((guild) => known.every((server) => server.id !== guild.id))
    .map(({ id, name }): ServerSummary => ({ id, name, state: "new" }));
  return {
    installUrl: installUrl(config),
    permissions,
    servers: [...own, ...others].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    failure: answer.state === "ok" ? null : explain(answer).message,
  };
}

function installUrl({ DISCORD_URL, DISCORD_CLIENT_ID }: Config): string {
  const query = new URLSearchParams({
    client_id: DISCORD_CLIENT_ID,
    scope: "bot",
    permissions: sumOf(PERMISSIONS),
  });
  return `${DISCORD_URL}/oauth2/authorize?${query.toString()}`;
}

/** Sets a server up: off, and its members are read. Repeated, it changes nothing. */
export async function addServer(context: Context, actor: UserActor, id: string) {
  const facts = await readFactsOrThrow(context, id);
  try {
    await createAndRecord(context, { kind: "server_added", actor, serverId: id }, [
      settings.requireNew(id),
      settings.insertServer({ id, name: facts.name, facts, addedAt: new Date(), sweepAfter: "" }),
    ]);
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
  }
  await requestSync(context, id);
  return readServer(context, id);
}

export async function readServer(context: Context, id: string): Promise<DiscordServer> {
  const { db } = context;
  const [[server], [owner], mapping, roleCounts, [counts], problems, people, gifts] =
    await runBatch(db, [
      store.selectServer({ id }),
      store.selectOwnerName({ id }),
      store.selectMapping({ id }),
      store.selectRoleCounts({ id }),
      store.selectCounts({ id }),
      store.selectProblems({ id }),
      store.selectSamples({ serverId: id }),
      store.selectGiftsOfSamples({ serverId: id }),
    ]);
  if (server === undefined) throw new ApiError("no_such_server");
  return presentServer(server, {
    mapping,
    roleCounts,
    counts: counts ?? { linked: 0, waiting: 0, hasEvents: 0, areEventsRefused: 0 },
    problems,
    ownerName: owner?.name ?? null,
    people,
    gifts,
  });
}

/** Replaces the settings of a server. If it is on, its members are changed accordingly. */
export async function saveServer(
  context: Context,
  actor: UserActor,
  id: string,
  { version, ...input }: SaveServer,
): Promise<DiscordServer> {
  const { roles, joinGroupId } = input;
  const groupIds = new Set(roles.flatMap((role) => role.groupIds));
  if (joinGroupId !== null) groupIds.add(joinGroupId);
  const read = async () => {
    const found = await readCurrent(context, id, version, groupIds);
    requireValid(found, input, groupIds);
    return found;
  };
  await withOptimisticLock(read, async ({ server, mapping, groupNames }) => {
    const changes = changesBetweenSettings(server, mapping, input, groupNames);
    return settings.saveSettings(context, { serverId: id, actor, version }, input, changes);
  });
  await requestSync(context, id);
  return readServer(context, id);
}

/** Switches a server on if nothing is wrong with it, or off. */
export async function switchServer(
  context: Context,
  actor: UserActor,
  id: string,
  { isOn, version }: { isOn: boolean; version: number },
): Promise<DiscordServer> {
  const facts = isOn ? await readFactsOrThrow(context, id) : undefined;
  const read = async () => {
    const found = await readCurrent(context, id, version);
    if (facts !== undefined) requireHealthy(found.server, found.mapping, facts);
    return found;
  };
  await withOptimisticLock(read, () =>
    settings.switchServer(context, { serverId: id, actor, version }, isOn),
  );
  if (isOn) await requestSync(context, id);
  return readServer(context, id);
}

/** Checks health and all members again, now. */
export async function checkServer(
  context: Context,
  id: string,
  { retries }: { retries: boolean },
): Promise<DiscordServer> {
  const [found] = await runBatch(context.db, settings.startCheck(id, retries));
  if (found === 0) throw new ApiError("no_such_server");
  await requestSync(context, id);
  return readServer(context, id);
}

/** Forgets a server, whose roles stay as they are, and leaves it. */
export async function removeServer(context: Context, actor: UserActor, id: string) {
  if (!(await settings.deleteServer(context, actor, id))) throw new ApiError("no_such_server");
  // Without an answer the bot stays there, where the server's owner can remove it.
  await openBot(context.config, NO_BUCKETS).call(leaveGuild(id));
}

type Current = { server: ServerRow; mapping: MappingRow[]; groupNames: Map<string, string> };

/** The settings as they are, and the names of these groups. */
async function readCurrent(
  { db }: Context,
  id: string,
  version: number,
  groupIds: ReadonlySet<string> = new Set(),
): Promise<Current> {
  const [[server], mapping, named] = await runBatch(db, [
    store.selectServer({ id }),
    store.selectMapping({ id }),
    store.selectGroupNames([...groupIds]),
  ]);
  if (server === undefined) throw new ApiError("no_such_server");
  if (server.version !== version) {
    throw new ApiError("server_changed");
  }
  return { server, mapping, groupNames: new Map(named.map((group) => [group.id, group.name])) };
}

/** Refuses groups and roles that do not exist, and roles that Muster never gives. */
function requireValid(
  { server, mapping, groupNames }: Current,
  { roles }: ServerSettings,
  groupIds: ReadonlySet<string>,
) {
  if (![...groupIds].every((id) => groupNames.has(id))) {
    throw new ApiError("group_gone");
  }
  const isMapped = toMapping(mapping);
  for (const { roleId } of roles) {
    if (isMapped.has(roleId)) continue;
    const role = server.facts.roles.find(({ id }) => id === roleId);
    if (role === undefined) {
      throw new ApiError("role_gone");
    }
    const refusal = roleRefusal(role, server.facts);
    if (refusal !== null && refusal !== "above") {
      throw new ApiError("role_not_given", { name: role.name });
    }
  }
}

function requireHealthy(server: ServerRow, mapping: MappingRow[], facts: ServerFacts) {
  const { roles, nickname, joinGroupId } = settingsOf(server, mapping);
  const first = checksOf(facts, {
    roleIds: roles.map(({ roleId }) => roleId),
    hasNicknames: nickname !== null,
    hasJoining: joinGroupId !== null,
    hasEvents: false,
    areEventsRefused: false,
    halt: null,
  }).find(({ state }) => state === "failed");
  // The server's page lists the others.
  if (first !== undefined) throw new ApiError("server_not_ready", { what: first.title });
}

async function readFactsOrThrow({ config }: Context, id: string): Promise<ServerFacts> {
  if (config.DISCORD_BOT_TOKEN === "") {
    throw new ApiError("discord_servers_off");
  }
  const answer = await readFacts(openBot(config, NO_BUCKETS), id);
  if (answer.state === "ok") return answer.data;
  throw explain(answer);
}

/** Why Discord cannot be asked, for the person who waits. */
function explain(answer: Failure): ApiError {
  switch (answer.state) {
    case "refused":
      return new ApiError(
        answer.status === 401 ? "discord_bot_token_refused" : "discord_bot_absent",
      );
    case "waits":
    case "limited": {
      const waitMs = answer.state === "waits" ? answer.untilMs - Date.now() : answer.retryAfterMs;
      const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
      return new ApiError("discord_limited", { seconds: retryAfterSeconds }, { retryAfterSeconds });
    }
    case "unavailable":
      return new ApiError("discord_silent");
  }
}
