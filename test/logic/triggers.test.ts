import { expect, test } from "vitest";
import { ASKED_CONDITIONS, DEPENDENCIES } from "#shared/requirements/dependencies.ts";
import { reactions } from "#worker/db/triggers/all.ts";
import { evaluationMarkReactions } from "#worker/db/triggers/evaluation-marks.ts";
import { declaredTriggers, migratedTriggers, triggerChanges } from "#test/tools/triggers.ts";
import { openMigrated } from "#test/support/workerd/migrated-schema.ts";

const TOLD =
  "CREATE TRIGGER `told` AFTER INSERT ON `groups`\nWHEN new.name = 'a  b'\nBEGIN\n\tSELECT 1;\nEND;";
const triggers = (...statements: [name: string, sql: string][]) => new Map(statements);

test("the migrations make the declared triggers", () => {
  expect(triggerChanges(declaredTriggers(), migratedTriggers("migrations"))).toEqual({
    drops: [],
    creates: [],
  });
});

test("SQLite compiles every trigger with the tables and columns of the schema", () => {
  const database = openMigrated("migrations");
  const tables = new Set(Object.values(reactions).map(({ on }) => on.split(" ").at(-1) ?? ""));
  for (const table of tables) {
    const columns = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
    const same = columns.map(({ name }) => `"${String(name)}" = "${String(name)}"`).join(", ");
    // A statement compiles the triggers that it fires, with all that they execute.
    for (const change of [
      `INSERT INTO ${table} DEFAULT VALUES`,
      `UPDATE ${table} SET ${same}`,
      `DELETE FROM ${table}`,
    ]) {
      expect(() => database.prepare(change)).not.toThrow();
    }
  }
  database.close();
});

test("layout and the quotes of names are no change of a trigger", () => {
  const other =
    "CREATE TRIGGER told AFTER INSERT ON groups WHEN new.name = 'a  b' BEGIN SELECT 1; END;";
  expect(triggerChanges(triggers(["told", TOLD]), triggers(["told", other]))).toEqual({
    drops: [],
    creates: [],
  });
});

test.each([
  ["a condition", "'a  b'", "'a  c'"],
  ["a space in a text", "'a  b'", "'a b'"],
  ["a consequence", "SELECT 1", "SELECT 2"],
  ["an event", "INSERT", "DELETE"],
])("%s that differs replaces the trigger", (_, from, to) => {
  const live = triggers(["told", TOLD.replace(from, to)]);
  expect(triggerChanges(triggers(["told", TOLD]), live)).toEqual({
    drops: ["DROP TRIGGER `told`;"],
    creates: [TOLD],
  });
});

test("a new declaration creates a trigger, and one that is gone drops it", () => {
  expect(triggerChanges(triggers(["told", TOLD]), triggers())).toEqual({
    drops: [],
    creates: [TOLD],
  });
  expect(triggerChanges(triggers(), triggers(["told", TOLD]))).toEqual({
    drops: ["DROP TRIGGER `told`;"],
    creates: [],
  });
});

test("every condition marks users when a source of it changes", () => {
  const conditions = Object.values(evaluationMarkReactions).map(({ when }) => when ?? "");
  const silent = ASKED_CONDITIONS.filter(
    (type) => !conditions.some((when) => when.includes(`'${type}'`)),
  );
  // The age of an account changes with the day alone: the daily sweep evaluates it.
  expect(silent).toEqual(
    ASKED_CONDITIONS.filter((type) => DEPENDENCIES[type].on.includes("account")),
  );
});
