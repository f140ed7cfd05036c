import { eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SharedSection } from "#shared/groups/forms.ts";
import type { Shared, SharedValues } from "#shared/vetting.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { characterChecks, characterSections, names } from "#worker/db/schema/characters.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Section } from "#shared/characters.ts";
import { rounded } from "#worker/ground/precision.ts";
import { readSection, skillsOf } from "./present-sheet.ts";
import { summarizeQueue } from "./training.ts";

/** The sections of the sheet that each shared section is made of; the first one says when it was read. */
const SOURCES: Record<SharedSection, readonly [Section, ...Section[]]> = {
  skills: ["skills", "skillQueue"],
  training: ["skillQueue"],
  wallet: ["wallet"],
  assets: ["assets"],
  corporationHistory: ["corporationHistory"],
};

/**
 * Statements that read sections of characters. `ids`: a query of the column `id`, with placeholders for which `values` has values. The
 * cross joins make SQLite start at the few characters.
 */
export function prepareSharedSections(ids: SQL) {
  const isWanted = sql`${characterSections.section} in (select value from json_each(${sql.placeholder("sections")}))`;
  const statements = [
    prepare(
      { characterId: characters.id, name: characters.name, record: characterChecks.record },
      (fields) =>
        orm
          .select(fields)
          .from(sql`(${ids}) as own`)
          .crossJoin(characters)
          .leftJoin(characterChecks, eq(characterChecks.characterId, characters.id))
          .where(sql`${characters.id} = own.id`)
          .orderBy(characters.nameFolded),
    ),
    prepare(
      {
        characterId: characterSections.characterId,
        section: characterSections.section,
        data: characterSections.data,
      },
      (fields) =>
        orm
          .select(fields)
          .from(sql`(${ids}) as own`)
          .crossJoin(characterSections)
          .where(sql`${characterSections.characterId} = own.id and ${isWanted}`),
    ),
    prepare({ id: names.id, name: names.name }, (fields) =>
      orm
        .select(fields)
        .from(names)
        .where(
          sql`${names.id} in (select entry.value ->> '$.corporationId' from (${ids}) as own
            cross join ${characterSections} on ${characterSections.characterId} = own.id
              and ${characterSections.section} = 'corporationHistory' and ${isWanted}
            cross join json_each(${characterSections.data}) as entry)`,
        ),
    ),
  ] as const;
  return (values: Record<string, string | number>, shared: readonly SharedSection[]) => {
    const sections = JSON.stringify([...new Set(shared.flatMap((section) => SOURCES[section]))]);
    const [selectCharacters, selectSections, selectNames] = statements;
    const all = { ...values, sections };
    return [selectCharacters(all), selectSections(all), selectNames(all)] as const;
  };
}

type Statements = ReturnType<ReturnType<typeof prepareSharedSections>>;
type Read = readonly [
  RowOfStatement<Statements[0]>[],
  RowOfStatement<Statements[1]>[],
  RowOfStatement<Statements[2]>[],
];

/** One section of the characters that were read, as their owner sees it. */
export function presentShared(section: SharedSection, read: Read, now: number): Shared {
  const [found, sections, known] = read;
  const nameOf = new Map(known.map(({ id, name }) => [id, name]));
  const [source] = SOURCES[section];
  const all = found.map(({ characterId, name, record }) => {
    const own = new Map(
      sections
        .filter((row) => row.characterId === characterId)
        .map((row) => [row.section, row.data]),
    );
    const checkedAt = record?.checks[source]?.checkedAt ?? null;
    const readAt =
      checkedAt === null
        ? null
        : new Date(rounded("sheetRead", "groupAdmin", checkedAt)).toISOString();
    return { characterId, name, readAt, own };
  });
  const withValues = <Value>(valueOf: (own: (typeof all)[number]["own"]) => Value | null) =>
    all.map(({ own, ...character }) => ({ ...character, value: valueOf(own) }));
  switch (section) {
    case "skills":
      return { section, characters: withValues((own) => skillsOf(own, now)) };
    case "training":
      return { section, characters: withValues((own) => trainingOf(own, now)) };
    case "wallet":
      return { section, characters: withValues((own) => readSection(own, "wallet") ?? null) };
    case "assets":
      return { section, characters: withValues((own) => readSection(own, "assets") ?? null) };
    case "corporationHistory":
      return {
        section,
        characters: withValues(
          (own) =>
            readSection(own, section)?.map((entry) => ({
              ...entry,
              corporationName: nameOf.get(entry.corporationId) ?? null,
            })) ?? null,
        ),
      };
  }
}

function trainingOf(own: Map<string, string>, now: number): SharedValues["training"] | null {
  const queue = readSection(own, "skillQueue");
  if (queue === undefined) return null;
  const { training, queueState } = summarizeQueue(queue, now);
  return { training, queueState };
}
