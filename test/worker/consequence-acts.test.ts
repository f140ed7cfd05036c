import { expect, test } from "vitest";
import type { Act } from "#shared/consequences.ts";
import { adminActSchema } from "#shared/consequences.ts";
import { DECLARATIONS } from "#worker/app/app.ts";

const ACTS: Act[] = [...adminActSchema.options, "group", "drift"];

test("what an act previews is a route, and each act of the contract is one of a route", () => {
  const takings = [...DECLARATIONS.values()].flatMap((one) => ("takes" in one ? [one.takes] : []));
  const previews = takings.flatMap((taking) => ("previews" in taking ? [taking.previews] : []));
  expect(previews.filter((route) => !DECLARATIONS.has(route))).toEqual([]);
  const shown = takings.flatMap((taking) => ("shows" in taking ? [taking.shows] : []));
  expect(shown.toSorted()).toEqual(ACTS.toSorted());
});
