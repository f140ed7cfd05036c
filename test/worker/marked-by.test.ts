import { expect, test } from "vitest";
import { REACTIONS } from "#worker/db/triggers/all.ts";
import { REGISTRY } from "#worker/app/registry.ts";
import type { RegistryEntry } from "#worker/work/begin-due.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

const registry: readonly RegistryEntry[] = REGISTRY;

/** Whether the statement of a trigger writes what the question reads: a row of a table, or a column of one. */
function answers(statement: string, question: string): boolean {
  const mentions = (name: string | undefined) => new RegExp(`\\b${name}\\b`).test(question);
  const [, inserted] = /INSERT INTO (\w+)/.exec(statement) ?? [];
  if (inserted !== undefined) return mentions(inserted);
  const [, updated, assignments = ""] =
    /^UPDATE (\w+) SET ([^]*?)(?= WHERE |$)/.exec(statement) ?? [];
  const columns = [...assignments.matchAll(/(?<=^|,)\s*(\w+) =/g)].map(([, column]) => column);
  return updated !== undefined && mentions(updated) && columns.some(mentions);
}

test("a kind of work names the triggers that make it due, and no others", async () => {
  const { context } = await startMuster();
  const now = Date.now();
  for (const { work, markedBy = () => [] } of registry) {
    const question = (work.due?.(context, now) ?? []).map((asked) => asked.toSQL().sql).join(" ");
    const found = Object.values(REACTIONS).filter((reactions) => {
      const statements = Object.values(reactions).flatMap(({ follows }) => follows);
      return statements.some((statement) => answers(statement, question));
    });
    const nameOf = (reactions: object) =>
      Object.entries(REACTIONS).find(([, candidate]) => candidate === reactions)?.[0];
    expect([work.kind, ...markedBy(REACTIONS).map(nameOf)]).toEqual([
      work.kind,
      ...found.map(nameOf),
    ]);
  }
});
