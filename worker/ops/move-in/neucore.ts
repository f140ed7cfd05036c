import * as z from "zod/mini";
import { addDiscord, corporationRule, emptyCommunity } from "#worker/ops/move-in/plan/community.ts";
import type { MovedCommunity, Link, MovedRule } from "#worker/ops/move-in/plan/community.ts";
import type { grantReader } from "#worker/ops/move-in/plan/grants.ts";
import {
  eveIdColumn,
  flagColumn,
  handler,
  idColumn,
  ownerHashColumn,
  readRows,
  textColumn,
} from "#worker/ops/move-in/read/rows.ts";
import type { Handlers, Report } from "#worker/ops/move-in/read/rows.ts";
import { readTableRows } from "#worker/ops/move-in/read/table-rows.ts";

// The columns that Muster reads of Neucore 2.13 and its Discord plugin.

const playerSchema = z.object({
  id: idColumn,
  name: z.string(),
  status: z._default(z.nullable(z.string()), "standard"),
});
const characterSchema = z.object({
  id: eveIdColumn,
  name: z._default(z.nullable(z.string()), ""),
  main: flagColumn,
  player_id: idColumn,
  character_owner_hash: ownerHashColumn,
});
const loginSchema = z.object({ id: idColumn, esi_scopes: textColumn });
const tokenSchema = z.object({
  character_id: eveIdColumn,
  eve_login_id: idColumn,
  refresh_token: textColumn,
  access_token: textColumn,
});
const groupSchema = z.object({
  id: idColumn,
  name: z.string(),
  description: textColumn,
  visibility: z.string(),
  auto_accept: flagColumn,
  is_default: flagColumn,
});
type Group = z.output<typeof groupSchema>;
const playerGroupSchema = z.object({ player_id: idColumn, group_id: idColumn });
const corporationGroupSchema = z.object({
  corporation_id: eveIdColumn,
  group_id: idColumn,
});
const allianceGroupSchema = z.object({ alliance_id: eveIdColumn, group_id: idColumn });
const requiredGroupSchema = z.object({ group_id: idColumn });
const applicationSchema = z.extend(playerGroupSchema, {
  status: z._default(z.string(), "pending"),
});
const discordSchema = z.object({
  player_id: idColumn,
  discord_id: z.pipe(z.union([z.int(), z.string()]), z.transform(String)),
  username: textColumn,
});

const REQUIRED = ["players", "characters", "esi_tokens"];

/** The rows that are kept until all are read. */
function emptyTables() {
  return {
    managed: new Set<string>(),
    mains: new Map<string, number>(),
    owners: new Map<number, string>(),
    loginScopes: new Map<string, string[]>(),
    groups: new Map<string, Group & { place: string }>(),
    corporations: new Map<string, number[]>(),
    alliances: new Map<string, number[]>(),
    restricted: new Set<string>(),
  };
}
type Tables = ReturnType<typeof emptyTables>;

/** Reads an export of Neucore 2 (`docs/moving-in.md`). Throws an `ExportError`. */
export async function readNeucore(
  chunks: AsyncIterable<string>,
  grants: ReturnType<typeof grantReader>,
  report: Report,
): Promise<MovedCommunity> {
  const community = emptyCommunity();
  const tables = emptyTables();
  const handlers = {
    ...peopleHandlers(community, tables, grants),
    ...groupHandlers(community, tables, report),
  };
  await readRows(readTableRows(chunks), handlers, REQUIRED, report);
  grants.finish();
  for (const [key, user] of community.users) user.mainCharacterId = tables.mains.get(key) ?? null;
  for (const character of community.characters) {
    character.ownerHash ??= tables.owners.get(character.id) ?? null;
  }
  // A grant that was read without its access token has the id of its login instead of scopes. A login without scopes has no
  // grant.
  community.grants = community.grants
    .map((grant) => ({
      ...grant,
      scopes: grant.scopes.flatMap((scope) => tables.loginScopes.get(scope) ?? scope),
    }))
    .filter(({ scopes }) => scopes.length > 0);
  readGroups(community, tables, report);
  return community;
}

function peopleHandlers(
  community: MovedCommunity,
  tables: Tables,
  grants: ReturnType<typeof grantReader>,
): Handlers {
  return {
    players: handler(playerSchema, ({ id, name, status }, place) => {
      community.users.set(id, { name, isActive: true, mainCharacterId: null, place });
      if (status === "managed") tables.managed.add(id);
    }),
    characters: handler(characterSchema, (row, place) => {
      const { id, name, player_id: user, character_owner_hash: ownerHash } = row;
      community.characters.push({
        id,
        name: name ?? "",
        user,
        ownerHash: ownerHash || null,
        place,
      });
      if (row.main) tables.mains.set(user, id);
    }),
    eve_logins: handler(loginSchema, ({ id, esi_scopes }) => {
      tables.loginScopes.set(`login ${id}`, (esi_scopes ?? "").split(/\s+/).filter(Boolean));
    }),
    esi_tokens: handler(tokenSchema, async (row, place) => {
      const owner = grants.ownerOf(row.access_token);
      if (owner !== undefined) tables.owners.set(row.character_id, owner);
      const grant = await grants.read({
        characterId: row.character_id,
        user: null,
        refreshToken: row.refresh_token,
        accessToken: row.access_token,
        ownerHash: null,
        scopes: [`login ${row.eve_login_id}`],
        issuedAt: undefined,
        place,
      });
      if (grant !== undefined) community.grants.push(grant);
    }),
  };
}

function groupHandlers(community: MovedCommunity, tables: Tables, report: Report): Handlers {
  const link = (links: Link[]) =>
    handler(playerGroupSchema, ({ player_id: user, group_id: group }, place) => {
      links.push({ group, user, place });
    });
  const restricted = handler(requiredGroupSchema, ({ group_id }) => {
    tables.restricted.add(group_id);
  });
  return {
    groups_tbl: handler(groupSchema, (group, place) => {
      tables.groups.set(group.id, { ...group, place });
    }),
    player_group: link(community.members),
    group_manager: link(community.leaders),
    corporation_group: handler(corporationGroupSchema, ({ corporation_id, group_id }) => {
      const ids = tables.corporations.get(group_id) ?? [];
      tables.corporations.set(group_id, [...ids, corporation_id]);
    }),
    alliance_group: handler(allianceGroupSchema, ({ alliance_id, group_id }) => {
      const ids = tables.alliances.get(group_id) ?? [];
      tables.alliances.set(group_id, [...ids, alliance_id]);
    }),
    group_required_groups: restricted,
    group_forbidden_groups: restricted,
    group_applications: handler(applicationSchema, (row, place) => {
      if (row.status !== "pending") return;
      community.requests.push({ group: row.group_id, user: row.player_id, reason: null, place });
    }),
    discord: handler(discordSchema, (row, place) => {
      const { player_id: user, discord_id: discordId, username } = row;
      addDiscord(community, { user, discordId, username: username ?? "", place }, report);
    }),
  };
}

function readGroups({ groups, members }: MovedCommunity, tables: Tables, report: Report) {
  const membersOf = Map.groupBy(members, ({ group }) => group);
  for (const [
    id,
    { name, description, visibility, auto_accept, is_default, place },
  ] of tables.groups) {
    const tree = corporationRule(
      tables.corporations.get(id) ?? [],
      tables.alliances.get(id) ?? [],
      "any",
    );
    const hasManaged = (membersOf.get(id) ?? []).some(({ user }) => tables.managed.has(user));
    const rule: MovedRule | undefined =
      tree && !hasManaged ? { enrolment: "automatic", tree: () => tree } : undefined;
    const isSystem = is_default || tree !== undefined;
    const isPublic = visibility === "public";
    groups.set(id, {
      name,
      description,
      visibility: isSystem ? "system" : isPublic ? "public" : "hidden",
      joinMode: isSystem || !isPublic ? "invitation_only" : auto_accept ? "open" : "approval",
      rule,
      place,
    });
    const note = (reason: string) =>
      report.push({ outcome: "note", what: "group", name, place, reason });
    if (tree !== undefined && hasManaged) {
      note("Has players with the status managed, so it gets no requirements: add them by hand.");
    }
    if (tables.restricted.has(id)) note("Its required and forbidden groups do not move.");
    if (is_default) note("Every player had it. New players do not get it in Muster.");
  }
}
