import { eq, getTableName, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { fold } from "#shared/fold.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { foldTitles } from "#worker/db/folded-titles.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { names } from "#worker/db/schema/characters.ts";
import { corporations, dataPages } from "#worker/db/schema/corporations.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { corporationMembers } from "#worker/db/schema/evidence.ts";
import { categories, groups } from "#worker/db/schema/groups.ts";
import { columnsToFold } from "#worker/db/schema/installation.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";
import { columns, nameOfColumn, orm, prepareAtStart, rows, write } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { defineWork } from "./define-work.ts";

/** The new name of a group also moves the group in the list of each member. */
const ROWS_PER_SLICE = 50;

type FoldedColumn = {
  table: SQLiteTable;
  key: SQLiteColumn;
  text: SQLiteColumn;
  folded: SQLiteColumn;
  /** The rows that have such a text; all if left out. */
  condition?: SQL;
  fold?: (text: string) => string;
};

/** Every column that a text is searched in. Copies, as in the lists of members, follow by triggers. */
export const FOLDED_COLUMNS: readonly FoldedColumn[] = [
  ...[applications, categories, discordServers, groups, watchEntries].map((table) => ({
    table,
    key: table.id,
    text: table.name,
    folded: table.nameFolded,
  })),
  ...[characters, corporations, names].map((table) => ({
    table,
    key: table.id,
    text: table.name,
    folded: table.nameFolded,
  })),
  {
    table: corporations,
    key: corporations.id,
    text: corporations.ticker,
    folded: corporations.tickerFolded,
  },
  {
    table: watchEntries,
    key: watchEntries.id,
    text: watchEntries.reason,
    folded: watchEntries.reasonFolded,
  },
  {
    table: corporationMembers,
    key: corporationMembers.characterId,
    text: corporationMembers.name,
    folded: corporationMembers.nameFolded,
  },
  {
    table: dataPages,
    key: dataPages.corporationId,
    text: dataPages.data,
    folded: dataPages.titlesFolded,
    condition: eq(dataPages.source, "titles"),
    fold: foldTitles,
  },
];

/** As a migration lists it. */
export const nameOfFolded = ({ table, folded }: FoldedColumn) =>
  `${getTableName(table)}.${folded.name}`;

const selectColumn = prepareAtStart(
  { name: columnsToFold.name, after: columnsToFold.after },
  (fields) => orm.select(fields).from(columnsToFold).limit(1),
);

/** Folds what was stored before this version. A migration cannot: SQL has no such function. */
export const foldAgain = defineWork({
  kind: "fold-again",
  due: () => [selectColumn()],
  slice: foldRows,
});

/**
 * Folds some rows of a column that a migration lists. Returns whether there may be more. A row that another write has changed since it was read is skipped: that
 * write has folded it. Two invocations at once do the same twice.
 */
async function foldRows({ db }: Context): Promise<boolean> {
  const [next] = await run(db, selectColumn());
  if (next === undefined) return false;
  const isIt = eq(columnsToFold.name, next.name);
  const column = FOLDED_COLUMNS.find((candidate) => nameOfFolded(candidate) === next.name);
  const found = column === undefined ? [] : await run(db, selectTexts(column, next.after));
  const last = found.length < ROWS_PER_SLICE ? undefined : found.at(-1);
  await runBatch(db, [
    ...(column === undefined ? [] : [updateFolded(column, found)]),
    last === undefined
      ? orm.delete(columnsToFold).where(isIt)
      : orm.update(columnsToFold).set({ after: last.key }).where(isIt),
  ]);
  return true;
}

type Text = { key: string | number; text: string };

/** Texts with a letter beyond ASCII, which alone folds in another way than before, and those that were never folded. */
function selectTexts({ table, key, text, folded, condition }: FoldedColumn, after: Text["key"]) {
  return rows(
    { key: sql<Text["key"]>`${key}`, text: sql<string>`${text}` },
    (fields) => sql`select ${columns(fields)} from ${table}
      where ${key} > ${after} and ${condition ?? sql`true`} and ${text} is not null
        and (${folded} is null or ${text} glob '*[^ -~]*')
      order by ${key} limit ${ROWS_PER_SLICE}`,
  );
}

function updateFolded(column: FoldedColumn, texts: Text[]) {
  const { table, key, text, folded } = column;
  const given = texts.map((row) => ({ ...row, folded: (column.fold ?? fold)(row.text) }));
  return write(sql`update ${table} set ${nameOfColumn(folded)} = given.value ->> 'folded'
    from json_each(${JSON.stringify(given)}) as given
    where ${key} = given.value ->> 'key' and ${text} = given.value ->> 'text'
      and ${column.condition ?? sql`true`} and ${folded} is not given.value ->> 'folded'`);
}
