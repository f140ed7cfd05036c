import { expect, test } from "vitest";
import { splitLongInsert } from "#worker/ops/backup/arrange-dump.ts";

test("line breaks of a text that is written in pieces survive after a backslash", () => {
  const value = `replace('${"a\\\\n".repeat(60_000)}','\\n',char(10))`;
  const [, ...updates] = splitLongInsert(`INSERT INTO "t" ("id","text") VALUES(7,${value});`);
  const pieces = updates.map((update) => /replace\('(.*?)',/s.exec(update)?.[1] ?? "");
  expect(pieces.length).toBeGreaterThan(2);
  const restored = pieces.map((piece) => piece.replaceAll("\\n", "\n")).join("");
  expect(restored).toBe("a\\\n".repeat(60_000));
});

test("a statement too long for D1 is written as several, each of which D1 takes", () => {
  const value = `replace('${"a''\\n".repeat(60_000)}','\\n',char(10))`;
  const [insert, ...updates] = splitLongInsert(
    `INSERT INTO "t" ("id","text","note") VALUES(7,${value},'short, (here)');`,
  );
  expect(insert).toBe(`INSERT INTO "t" ("id","text","note") VALUES(7,'','short, (here)');`);
  expect(updates.length).toBeGreaterThan(2);
  for (const update of updates) {
    expect(Buffer.byteLength(update)).toBeLessThan(100_000);
    expect(update).toMatch(
      /^UPDATE "t" SET "text" = "text" \|\| replace\('(a''\\n|''\\n|\\n|a|'')*','\\n',char\(10\)\) WHERE "id" IS 7 AND "note" IS 'short, \(here\)';$/,
    );
  }
});
