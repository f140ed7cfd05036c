import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Columns that are folded again (`worker/fold-again.ts`), because what `fold` does has changed or the column is new: a migration lists
 * them, and they leave the list when all rows are done.
 */
export const columnsToFold = sqliteTable("columns_to_fold", {
  /** As `names.name_folded`. */
  name: text().primaryKey(),
  /** The key of the last row that is done. */
  after: text({ mode: "json" }).$type<string | number>().notNull(),
});
