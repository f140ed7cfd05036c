import { expect, test } from "vitest";
import type { Requirement } from "#shared/requirements/tree.ts";
import {
  findCycle,
  groupsBehind,
  groupsIn,
  inOrderOfDependence,
} from "#worker/requirements/evaluation/dependencies.ts";

const membership = (...groupIds: string[]): Requirement => ({ type: "member_of", groupIds });
/** The rule of a group that requires the membership in one of some others, or only Discord. */
const rule = (groupId: string, ...required: string[]) => ({
  groupId,
  tree: required.length === 0 ? { type: "discord_linked" as const } : membership(...required),
});

test("a tree names the groups of all its conditions, also in brackets and turned round", () => {
  const tree: Requirement = {
    type: "all",
    of: [
      { type: "discord_linked" },
      membership("a", "b"),
      { type: "not", of: { type: "any", of: [membership("c"), { type: "cleared" }] } },
    ],
  };
  expect(groupsIn(tree)).toEqual(["a", "b", "c"]);
});

test.each([
  ["each rule before those that need it", [rule("c", "b"), rule("b", "a"), rule("a")], "a b c"],
  ["the others in their order", [rule("c"), rule("a"), rule("b")], "c a b"],
  ["a group that several need once", [rule("c", "a", "b"), rule("b", "a"), rule("a")], "a b c"],
  ["no group without a rule", [rule("b", "elsewhere"), rule("a", "b")], "b a"],
  ["all rules, even of a circle", [rule("a", "b"), rule("b", "c"), rule("c", "a")], "c b a"],
])("in the order of dependence there is %s", (_, rules, expected) => {
  const sorted = inOrderOfDependence(rules);
  expect(sorted.map(({ groupId }) => groupId).join(" ")).toBe(expected);
  expect(new Set(sorted)).toEqual(new Set(rules));
});

test("sixty groups that each require the two before them are sorted at once", () => {
  const rules = Array.from({ length: 60 }, (_, index) =>
    rule(String(index), ...[index - 1, index - 2].filter((one) => one >= 0).map(String)),
  );
  expect(inOrderOfDependence(rules.toReversed())).toEqual(rules);
});

test.each([
  ["that requires nothing", [rule("a"), rule("b", "a")], ""],
  ["without a rule", [rule("b", "a")], ""],
  ["that requires two others", [rule("a", "b", "c")], "b c"],
  ["that requires others by a chain", [rule("c"), rule("b", "c"), rule("a", "b")], "b c"],
  ["in a circle", [rule("a", "b"), rule("b", "c"), rule("c", "a", "d")], "b c a d"],
])("the groups behind a group %s", (_, rules, expected) => {
  expect([...groupsBehind("a", rules)].join(" ")).toBe(expected);
});

test.each([
  ["that requires itself", rule("a", "a"), [], "a a"],
  ["that requires itself beside another", rule("a", "b", "a"), [rule("b")], "a a"],
  ["of a chain that ends", rule("a", "b"), [rule("b", "c"), rule("c")], undefined],
  ["of a chain that comes back", rule("a", "b"), [rule("b", "c"), rule("c", "a")], "a b c a"],
  [
    "whose second chain comes back",
    rule("a", "b", "c"),
    [rule("b", "d"), rule("c", "d", "e"), rule("e", "a")],
    "a c e a",
  ],
  [
    "that requires a circle without being in it",
    rule("a", "b"),
    [rule("b", "c"), rule("c", "b")],
    undefined,
  ],
  ["whose saved rule was in a circle", rule("a", "c"), [rule("a", "b"), rule("b", "a")], undefined],
  ["that others require", rule("a"), [rule("b", "a"), rule("c", "b")], undefined],
])("the circle of a group %s", (_, edited, others, path) => {
  expect(findCycle(edited, others)?.join(" ")).toBe(path);
});
