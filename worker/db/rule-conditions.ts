import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { ASKED_CONDITIONS, conditionsOn, DEPENDENCIES } from "#shared/requirements/dependencies.ts";
import type { AskedCondition, Source } from "#shared/requirements/dependencies.ts";
import type { EvidenceSection } from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { ruleConditions } from "#worker/db/schema/evidence.ts";
import { facts } from "#worker/db/schema/facts.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { existsIn, orm, prepare, rows } from "./statements.ts";
import type { RowOfStatement } from "./statements.ts";

const { type, subject } = ruleConditions;

/** Conditions for which lists of a corporation are read with a director's token. */
const READ_BY_DIRECTORS = conditionsOn("roles", "titles", "contacts");

/** The conditions of all rules that need lists of directors, where `condition` holds. */
export function selectDirectorConditions(condition: SQL = sql`true`) {
  return rows({ type, subject }, (fields) =>
    orm
      .selectDistinct(fields)
      .from(ruleConditions)
      .where(and(inArray(type, READ_BY_DIRECTORS), condition)),
  );
}
type DirectorCondition = RowOfStatement<typeof selectDirectorConditions>;

/** SQL condition: a rule, or the roster, needs a list of the corporation `corporations`. */
export function needsListsOfCorporation(): SQL {
  const ofCorporation = sql`cast(${corporations.id} as text)`;
  return sql`(${corporations.readsRoles} or ${needsListsForRules(ofCorporation)})`;
}

/** SQL condition: a rule, or the roster, needs the roles of the members of `corporations`. */
export function needsRolesOfCorporation(): SQL {
  return sql`(${corporations.readsRoles} or ${existsIn(ruleConditions, eq(type, "roles"))})`;
}

function needsListsForRules(ofCorporation: SQL): SQL {
  return existsIn(ruleConditions, or(eq(type, "roles"), asksLists(ofCorporation)));
}

/** SQL condition on a condition of a rule: it names `corporations`, and a list of its directors answers it. */
function asksLists(ofCorporation: SQL): SQL | undefined {
  return or(
    and(eq(type, "titles"), eq(subject, ofCorporation)),
    and(eq(type, "standing"), eq(subject, sql`'corporation:' || ${corporations.id}`)),
    and(eq(type, "standing"), eq(subject, sql`'alliance:' || ${corporations.allianceId}`)),
  );
}

/** The groups whose requirements only lists of this corporation can answer, by name. */
export const selectGroupsAskingLists = prepare({ name: groups.name }, (fields) =>
  orm
    .selectDistinct(fields)
    .from(corporations)
    .crossJoin(ruleConditions)
    .innerJoin(groups, eq(groups.id, ruleConditions.ruleId))
    .where(
      and(
        eq(corporations.id, sql.placeholder("id")),
        asksLists(sql`cast(${corporations.id} as text)`),
      ),
    )
    .orderBy(groups.nameFolded),
);

/** The groups whose requirements ask for a fact of this application, by name. */
export const selectGroupsAskingFacts = prepare({ name: groups.name }, (fields) =>
  orm
    .selectDistinct(fields)
    .from(facts)
    .crossJoin(ruleConditions)
    .innerJoin(groups, eq(groups.id, ruleConditions.ruleId))
    .where(
      and(
        eq(facts.applicationId, sql.placeholder("id")),
        eq(ruleConditions.type, "fact"),
        eq(ruleConditions.subject, facts.id),
      ),
    )
    .orderBy(groups.nameFolded),
);

/** Which lists of a corporation these conditions need, by the names of their sources. */
export function listsNeeded(
  conditions: readonly DirectorCondition[],
  { corporationId, allianceId }: { corporationId: number; allianceId: number | null },
): string[] {
  const has = (wanted: string, of?: string) =>
    conditions.some(
      (condition) => condition.type === wanted && (of === undefined || condition.subject === of),
    );
  return [
    ...(has("roles") ? ["roles"] : []),
    ...(has("titles", String(corporationId)) ? ["titles", "memberTitles"] : []),
    ...(has("standing", `corporation:${corporationId}`) ? ["contacts"] : []),
    ...(has("standing", `alliance:${allianceId}`) ? ["allianceContacts"] : []),
  ];
}

/** A section of a character that rules compare. */
export type NeededSection =
  | EvidenceSection
  | "info"
  | "corporationHistory"
  | "skills"
  | "skillQueue";

/** The section of a character that tells of a source. */
const SECTION_OF: Record<Source, NeededSection | null> = {
  skillLevels: "skills",
  skillPoints: "skills",
  skillQueue: "skillQueue",
  corporationHistory: "corporationHistory",
  info: "info",
  death: "info",
  roles: "roles",
  titles: "titles",
  affiliation: null,
  authorization: null,
  contacts: null,
  membership: null,
  discordLink: null,
  discordServer: null,
  account: null,
  fact: null,
  participation: null,
  watchlist: "corporationHistory",
};

/** The sections that a condition reads. `every` leaves out characters that were deleted. */
export function sectionsOf(type: AskedCondition): NeededSection[] {
  return DEPENDENCIES[type].on.flatMap((source) => SECTION_OF[source] ?? []);
}

/** The conditions that read characters with their tokens. */
export const READING_CONDITIONS = ASKED_CONDITIONS.filter(
  (type) => sectionsOf(type).length > 0 || DEPENDENCIES[type].on.includes("authorization"),
);

/** Which of the conditions that read sections the rules contain. */
export const selectReadingConditions = prepare(
  { type: sql<string>`column1` },
  // A list in the statement, because D1 counts the rows of `json_each`, and every refresh asks this.
  () => sql`select column1 as type
    from (values ${sql.join(
      READING_CONDITIONS.map((type) => sql`(${type})`),
      sql`, `,
    )})
    where exists (select 1 from ${ruleConditions} where ${type} = column1)`,
);

/** The sections that these conditions read. */
export function sectionsNeeded(conditions: readonly { type: string }[]): NeededSection[] {
  const asked = READING_CONDITIONS.filter((type) =>
    conditions.some((condition) => condition.type === type),
  );
  return [...new Set(asked.flatMap(sectionsOf))];
}
