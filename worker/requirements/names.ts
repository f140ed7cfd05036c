import type { Cause, RuleNames } from "#shared/requirements/cause.ts";
import { and, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { conditionsOf, groupsNamedBy } from "#shared/requirements/conditions.ts";
import type { Condition, Requirement } from "#shared/requirements/tree.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { facts } from "#worker/db/schema/facts.ts";
import { characterAffiliations, names } from "#worker/db/schema/characters.ts";
import { corporations, dataPages } from "#worker/db/schema/corporations.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { columns, idsIn, orm, prepare, rows } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { parseJsonText, storedJson } from "#worker/http/json-text.ts";
import { isMemberWhoSees, isShownTo } from "#worker/access/visibility.ts";
import type { FoundCause } from "#worker/requirements/evaluation/causes.ts";
import { findSkill } from "#worker/universe/skills.ts";

/** What rules and causes refer to. */
type Mentioned = {
  eve: number[];
  groups: string[];
  skills: number[];
  /** Corporations of which titles are mentioned. */
  titlesOf: number[];
  /** Discord servers. */
  servers: string[];
  /** Facts that applications tell. */
  facts: string[];
};

export function mentionedIn(trees: readonly (Requirement | null | undefined)[]): Mentioned {
  return mentionedBy(trees.flatMap((tree) => (tree ? conditionsOf(tree) : [])));
}

function mentionedBy(conditions: readonly Condition[]): Mentioned {
  const mentioned = conditions.map(mentionedOf);
  return {
    eve: unique(mentioned.flatMap(({ eve = [] }) => eve)),
    groups: unique(conditions.flatMap(groupsNamedBy)),
    skills: unique(mentioned.flatMap(({ skills = [] }) => skills)),
    titlesOf: unique(mentioned.flatMap(({ titlesOf = [] }) => titlesOf)),
    servers: unique(mentioned.flatMap(({ servers = [] }) => servers)),
    facts: unique(mentioned.flatMap(({ facts: told = [] }) => told)),
  };
}

const unique = <Id>(ids: readonly Id[]): Id[] => [...new Set(ids)];

/** What a condition refers to besides groups. A new condition does not compile without. */
function mentionedOf(condition: Condition): Partial<Omit<Mentioned, "groups">> {
  switch (condition.type) {
    case "corporation":
      return { eve: condition.corporationIds };
    case "alliance":
      return { eve: condition.allianceIds };
    case "titles":
      return { eve: [condition.corporationId], titlesOf: [condition.corporationId] };
    case "standing":
      return { eve: [condition.ownerId] };
    case "skills":
      return { skills: condition.skills.map(({ skillId }) => skillId) };
    case "on_discord_server":
      return { servers: [condition.serverId] };
    case "fact":
      return { facts: [condition.factId] };
    case "time_in_corporation":
    case "roles":
    case "authorization":
    case "total_sp":
    case "character_age":
    case "security_status":
    case "member_of":
    case "discord_linked":
    case "account_age":
    case "took_part":
    case "cleared":
      return {};
    default:
      // After a rollback, a condition of a newer version.
      condition satisfies never;
      return {};
  }
}

/** The causes with the names of what they refer to. */
export function withNames(causes: readonly FoundCause[], names: RuleNames): Cause[] {
  return causes.map((cause) => {
    const { condition, reading } = cause;
    const mentioned = mentionedBy([condition]);
    if (reading.fact?.type === "affiliation") {
      const { corporationId, allianceId } = reading.fact;
      mentioned.eve.push(corporationId, ...(allianceId === null ? [] : [allianceId]));
    }
    return {
      ...cause,
      names: {
        eve: pick(names.eve, mentioned.eve),
        groups: pick(names.groups, mentioned.groups),
        titles: condition.type === "titles" ? names.titles : {},
        servers: pick(names.servers, mentioned.servers),
        skills: pick(names.skills, mentioned.skills),
        facts: pick(names.facts, mentioned.facts),
      },
    };
  });
}

function pick<Name>(all: Record<string, Name>, ids: readonly (string | number)[]) {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const name = all[id];
      return name === undefined ? [] : [[id, name]];
    }),
  );
}

/** The names of corporations and alliances; those of managed corporations need not have been looked up. */
export function selectEveNames(ids: readonly number[]) {
  const wanted = idsIn(ids);
  return rows(
    { id: names.id, name: names.name },
    (fields) => sql`select ${columns(fields)} from ${names} where ${names.id} in ${wanted}
      union select ${corporations.id}, ${corporations.name} from ${corporations}
      where ${corporations.id} in ${wanted}`,
  );
}

/** The names of Discord servers, of the titles of corporations as directors have read them, and of facts, as JSON. */
export function selectOtherNames({
  titlesOf,
  servers,
  facts: told,
}: Pick<Mentioned, "titlesOf" | "servers" | "facts">) {
  return rows(
    {
      kind: sql<"titles" | "servers" | "facts">`kind`,
      key: sql<string>`key`,
      name: sql<string | null>`name`,
    },
    () => sql`select 'titles' as kind,
        ${dataPages.corporationId} || ':' || json_extract(title.value, '$.title_id') as key,
        json_extract(title.value, '$.name') as name
      from json_each(${JSON.stringify(titlesOf)}) wanted
      cross join ${dataPages} on ${dataPages.corporationId} = wanted.value
        and ${dataPages.source} = 'titles' and ${dataPages.isStaged} = 0
      cross join json_each(${dataPages.data}) title
      union all select 'servers', ${discordServers.id}, ${discordServers.name} from ${discordServers}
      where ${discordServers.id} in ${idsIn(servers)}
      union all select 'facts', ${facts.id}, json_object('title', ${facts.title},
        'application', ${applications.name}, 'maxAgeHours', ${facts.maxAgeHours})
      from json_each(${JSON.stringify(told)}) wanted cross join ${facts} on ${facts.id} = wanted.value
      cross join ${applications} on ${applications.id} = ${facts.applicationId}`,
  );
}

/** The names of the corporations and alliances of the characters of these users. */
export function selectAffiliationNames(userIds: readonly string[]) {
  const ofUsers = sql`select ids.value from ${characters}
    cross join ${characterAffiliations} on ${characterAffiliations.characterId} = ${characters.id}
    cross join json_each(json_array(${characterAffiliations.corporationId}, ${characterAffiliations.allianceId})) ids
    where ${characters.userId} in ${idsIn(userIds)}`;
  return rows(
    { id: names.id, name: names.name },
    (fields) => sql`select ${columns(fields)} from ${names} where ${names.id} in (${ofUsers})`,
  );
}

/** The names of these groups, visible or not. */
export function selectGroupNames(ids: readonly string[]) {
  return rows({ id: groups.id, name: groups.name }, (fields) =>
    orm
      .select(fields)
      .from(groups)
      .where(sql`${groups.id} in ${idsIn(ids)}`),
  );
}

const prepareShown = (ids: SQL) =>
  prepare({ id: groups.id, name: groups.name }, (fields) =>
    orm
      .select(fields)
      .from(groups)
      .where(
        and(
          sql`${groups.id} in (${ids})`,
          or(
            sql`${sql.placeholder("isAdmin")} = 1`,
            isShownTo(sql.placeholder("userId"), sql.placeholder("isGuest")),
            isMemberWhoSees,
          ),
        ),
      ),
  );

const selectShown = prepareShown(sql`select value from json_each(${sql.placeholder("ids")})`);

/** Of the groups that the causes of the reader's own problems name, those that the reader may see. */
const selectShownOfProblems = prepareShown(sql`select named.value from ${membershipProblems}
  cross join json_each(${membershipProblems.causes}) cause
  cross join json_each(cause.value, '$.condition.groupIds') named
  where ${membershipProblems.userId} = ${sql.placeholder("userId")}`);

export function selectGroupsOfProblems({ userId, isAdmin, isGuest }: UserActor) {
  return selectShownOfProblems({ userId, isAdmin: Number(isAdmin), isGuest: Number(isGuest) });
}

/** The names of those of these groups that the reader may see. */
export function selectShownGroups(ids: readonly string[], { userId, isAdmin, isGuest }: UserActor) {
  return selectShown({
    ids: JSON.stringify(ids),
    userId,
    isAdmin: Number(isAdmin),
    isGuest: Number(isGuest),
  });
}

export function toRuleNames(
  mentioned: Mentioned,
  eve: { id: number; name: string | null }[],
  shown: { id: string; name: string }[],
  others: RowOfStatement<ReturnType<typeof selectOtherNames>>[],
): RuleNames {
  const namesOf = (kind: (typeof others)[number]["kind"]) =>
    Object.fromEntries(
      others.flatMap((other) =>
        other.kind === kind && other.name ? [[other.key, other.name]] : [],
      ),
    );
  return {
    eve: Object.fromEntries(eve.flatMap(({ id, name }) => (name === null ? [] : [[id, name]]))),
    groups: Object.fromEntries(shown.map(({ id, name }) => [id, name])),
    titles: namesOf("titles"),
    servers: namesOf("servers"),
    facts: Object.fromEntries(
      Object.entries(namesOf("facts")).map(([id, name]) => [
        id,
        parseJsonText(storedJson<RuleNames["facts"][string]>(name)),
      ]),
    ),
    skills: Object.fromEntries(
      mentioned.skills.flatMap((id) => {
        const skill = findSkill(id);
        return skill === undefined ? [] : [[id, skill.name]];
      }),
    ),
  };
}

/** The names of what is mentioned, as far as the reader may know them: what `toRuleNames` takes. */
export function selectNames(mentioned: Mentioned, actor: UserActor) {
  return [
    selectEveNames(mentioned.eve),
    selectShownGroups(mentioned.groups, actor),
    selectOtherNames(mentioned),
  ] as const;
}
