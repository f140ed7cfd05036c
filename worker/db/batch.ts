import type { D1Result } from "@cloudflare/workers-types";
import { sql } from "drizzle-orm";
import type { Query, SQL } from "drizzle-orm";
import type { Database } from "./database.ts";
import { prepare, write } from "./statements.ts";
import type { Read, Statement } from "./statements.ts";

type ResultOf<S> = S extends Read<infer Result> ? Result : number;

/**
 * Executes statements in one round trip and as one transaction: all of them or none. Returns what each reads; of a
 * write, how many rows it changed. When a `guard` among them fails, throws its error, which is
 * `GuardFailed` by default.
 */
export async function runBatch<const Statements extends readonly Statement[]>(
  db: Database,
  statements: Statements,
): Promise<ResultsOf<Statements>> {
  const results: unknown[] = [];
  if (statements.length > 0) {
    const answers = await execute(db, statements);
    for (const [index, statement] of statements.entries()) {
      const answer = answers[index];
      if (answer === undefined) throw new Error("D1 answers every statement of a batch.");
      if (isCharge(statement)) db.spending.charged += statement.charged(answer);
      results.push(isRead(statement) ? statement.read(answer) : answer.meta.changes);
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one result for each statement, in their order
  return results as ResultsOf<Statements>;
}

type Named = Record<string, readonly Statement[]>;
export type ResultsOf<Statements extends readonly Statement[]> = {
  -readonly [Index in keyof Statements]: ResultOf<Statements[Index]>;
};

/** Executes groups of statements in one batch, and returns the results of each group under its name. */
export async function runNamed<const Groups extends Named>(
  db: Database,
  groups: Groups,
): Promise<{ [Name in keyof Groups]: ResultsOf<Groups[Name]> }> {
  const results: unknown[] = await runBatch(db, Object.values(groups).flat());
  const named = Object.entries(groups).map(([name, { length }]) => [
    name,
    results.splice(0, length),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one result for each statement, in their order
  return Object.fromEntries(named) as { [Name in keyof Groups]: ResultsOf<Groups[Name]> };
}

/** Executes one statement. */
export async function run<S extends Statement>(db: Database, statement: S): Promise<ResultOf<S>> {
  const [result] = await runBatch(db, [statement]);
  return result;
}

async function execute(db: Database, statements: readonly Statement[]): Promise<D1Result[]> {
  const queries = statements.map((statement) => statement.toSQL());
  try {
    return await db.send(queries);
  } catch (error) {
    const refusals = statements.filter(isGuard).flatMap((statement) => statement.refusals);
    const refused = refusals.find((refusal) => isCauseOf(refusal, error));
    if (refused !== undefined) throw refused.error();
    throw isOfD1(error) ? new QueryError(error, queries) : error;
  }
}

/** A statement that charges rows (`worker/audit/daily-limits.ts`), and how many it has charged. */
export type Charge = Statement & { charged: (answer: D1Result) => number };

function isCharge(statement: Statement): statement is Charge {
  return "charged" in statement;
}

function isRead(statement: Statement): statement is Read<unknown> {
  return "read" in statement;
}

/** D1 refused a batch. Names its statements without their parameters, which may be secret. */
class QueryError extends Error {
  constructor(cause: Error, queries: readonly Query[]) {
    super(`${cause.message}. Query: ${queries.map((query) => query.sql).join("; ")}`, { cause });
    this.name = "QueryError";
  }
}

/** https://developers.cloudflare.com/d1/observability/debug-d1/ */
function isOfD1(error: unknown): error is Error {
  return error instanceof Error && error.message.startsWith("D1_");
}

// ── Guards ────────────────────────────────────────────────────────────────────────────────────

/** The error that a guard throws. The name identifies the guard in SQLite's message. */
export type Refusal = { name: string; error: () => Error };
type Guard = Statement & { refusals: Refusal[] };

const LOST_RACE: Refusal = { name: "lost-race", error: () => new GuardFailed() };

/** A batch was undone because a `guard` in it did not hold: another request was faster. */
export class GuardFailed extends Error {
  constructor() {
    super("The batch was undone: a condition that it relies on no longer holds.");
    this.name = "GuardFailed";
  }
}

/** The result of the work; undefined if a `guard` has undone its batch. */
export async function unlessGuarded<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof GuardFailed) return undefined;
    throw error;
  }
}

/** A statement that undoes its batch unless the condition holds when it runs. */
export function guard(condition: SQL, refusal = LOST_RACE): Guard {
  return guarded(write(guardOf(condition, refusal)), refusal);
}

/** A guard whose text is built once, as `prepare` does. */
export function prepareGuard(condition: SQL, refusal = LOST_RACE) {
  const statement = prepare({}, () => guardOf(condition, refusal));
  return (values: Parameters<typeof statement>[0]): Guard => guarded(statement(values), refusal);
}

function guardOf(condition: SQL, refusal: Refusal): SQL {
  return sql`select case when ${condition} then 1 else ${refuse(refusal)} end`;
}

/** Marks a statement that contains `refuse(refusal)` of each, so that `runBatch` recognises their errors. */
export function guarded(statement: Statement, ...refusals: Refusal[]): Guard {
  return { toSQL: () => statement.toSQL(), refusals };
}

/** SQL expression that undoes the batch. SQLite evaluates only the branch of a `case` that applies. */
export function refuse(refusal: Refusal): SQL {
  // SQLite allows RAISE only in triggers (https://www.sqlite.org/lang_createtrigger.html#raise). An invalid JSON path is an
  // error at run time that quotes the path.
  return sql`json_extract('{}', ${sql.raw(`'${pathOf(refusal)}'`)})`;
}

function pathOf({ name }: Refusal): string {
  return `muster-guard:${name}:`;
}

function isGuard(statement: Statement): statement is Guard {
  return "refusals" in statement;
}

function isCauseOf(refusal: Refusal, error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes(pathOf(refusal))) return true;
  }
  return false;
}
