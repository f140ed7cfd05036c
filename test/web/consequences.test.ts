import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { adminActSchema } from "#shared/consequences.ts";
import type { Act } from "#shared/consequences.ts";
import { textOf } from "#web/lib/sentence.ts";
import { consequenceText, namesText } from "#web/consequences/texts.ts";

const web = new URL("../../web/", import.meta.url);
const sources = readdirSync(web, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => readFileSync(new URL(name, web), "utf8"));

test.each<Act>([...adminActSchema.options, "group", "drift"])(
  "the dialog of an act shows its consequences: %s",
  (act) => {
    const isShown = new RegExp(`<Consequence(sOf|List)\\s+act="${act}"`);
    expect(sources.filter((source) => isShown.test(source))).toHaveLength(1);
  },
);

test("names are listed, and the others counted", () => {
  expect(textOf(namesText(["Fleet"], 0))).toBe("Fleet");
  expect(textOf(namesText(["Fleet", "Scouts", "Wiki"], 0))).toBe("Fleet, Scouts, and Wiki");
  expect(textOf(namesText(["Fleet", "Scouts"], 1202))).toBe("Fleet, Scouts and 1,202 others");
  expect(textOf(namesText([], 3))).toBe("3 people");
});

test("a consequence is a sentence with its number, also where it was not counted", () => {
  const text = (kind: "sessions" | "roles" | "many_roles", count: number | null) =>
    consequenceText({ kind, count, names: [], more: 0 });
  expect(text("sessions", 1)).toBe("1 session ends now");
  expect(text("sessions", 2)).toBe("2 sessions end now");
  expect(text("roles", 2)).toBe("2 roles on Discord are removed");
  expect(text("many_roles", 600)).toBe(
    "600 roles on Discord are removed, or held for a decision if they are many",
  );
  expect(text("roles", null)).toBe(
    "Members lose these roles on Discord, unless another group gives them",
  );
});
