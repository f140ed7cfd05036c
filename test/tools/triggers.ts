import { reactions } from "#worker/db/triggers/all.ts";
import { createTrigger } from "#worker/db/triggers/reaction.ts";
import { openMigrated } from "#test/support/workerd/migrated-schema.ts";

/** Triggers by name, as the statement that creates each. */
type Triggers = Map<string, string>;

export function declaredTriggers(): Triggers {
  return new Map(
    Object.entries(reactions).map(([name, reaction]) => [name, createTrigger(name, reaction)]),
  );
}

/** The triggers of a database that every migration of the folder was applied to. */
export function migratedTriggers(folder: string): Triggers {
  const database = openMigrated(folder);
  const rows = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
  database.close();
  return new Map(rows.map(({ name, sql }) => [String(name), `${String(sql)};`]));
}

/** What leads from the triggers of a database to the declared ones. Spaces and the quotes of names make no difference. */
export function triggerChanges(declared: Triggers, live: Triggers) {
  const differs = (name: string) => comparable(declared.get(name)) !== comparable(live.get(name));
  return {
    drops: [...live.keys()].filter(differs).map((name) => `DROP TRIGGER \`${name}\`;`),
    creates: [...declared].filter(([name]) => differs(name)).map(([, statement]) => statement),
  };
}

function comparable(statement: string | undefined): string | undefined {
  return statement
    ?.split(/('(?:[^']|'')*')/u)
    .map((part, index) => (index % 2 === 1 ? part : withoutLayout(part)))
    .join("");
}

function withoutLayout(sql: string): string {
  return sql
    .replaceAll(/[`"]/gu, "")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/ ?([(),;]) ?/gu, "$1");
}
