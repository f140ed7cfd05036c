import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CRONS, EVERY_MINUTE } from "#worker/jobs/crons.ts";

test("wrangler.jsonc registers the crons that the Worker knows, and no others", () => {
  const [, list = ""] = readFileSync("wrangler.jsonc", "utf8").match(/"crons": (\[[^\]]*\])/) ?? [];
  expect(JSON.parse(list)).toEqual([...Object.keys(CRONS), EVERY_MINUTE]);
});
