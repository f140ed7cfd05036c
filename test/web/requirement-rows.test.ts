import * as fc from "fast-check";
import { expect, test } from "vitest";
import { conditionsOf } from "#shared/requirements/conditions.ts";
import { characterConditionSchema, userConditionSchema } from "#shared/requirements/tree.ts";
import type { CharacterRequirement, Condition, Requirement } from "#shared/requirements/tree.ts";
import { isOnCharacter } from "#web/requirements-text/condition-text.ts";
import {
  boundTo,
  findPlace,
  moveRow,
  setWhich,
  wrapRow,
} from "#web/requirements/rule/edit-rows.ts";
import type { Direction } from "#web/requirements/rule/edit-rows.ts";
import { conditionProblems, problemsOf } from "#web/requirements/rule/problems.ts";
import { bracketOf, conditionRowsOf, treeOf } from "#web/requirements/rule/rows.ts";
import type { Bracket, Row } from "#web/requirements/rule/rows.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import {
  arbitraryTree as trees,
  arbitraryUser as users,
} from "#test/support/requirements/requirement-evidence.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

const rowsOf = (tree: Requirement): Bracket => {
  let lastId = 0;
  return bracketOf(tree, () => (lastId += 1));
};

const allRows = (row: Row): Row[] =>
  row.type === "bracket" ? [row, ...row.rows.flatMap(allRows)] : [row];

/** The tree of the rows, with the conditions as texts, to compare with a glance. */
const said = (row: Row): string => {
  const which = row.which === null ? "" : `${row.which} `;
  if (row.type === "bracket") return `${which}${row.kind}(${row.rows.map(said).join(", ")})`;
  return `${which}${row.isNegated ? "not " : ""}${row.condition.type}`;
};

const ALLIANCE: CharacterRequirement = { type: "alliance", allianceIds: [99_000_001] };
const AGE = { type: "character_age", days: 30 } as const;
const DISCORD = { type: "discord_linked" } as const;

test("rows say the same as the tree they show", () => {
  fc.assert(
    fc.property(trees, users, (tree, user) => {
      const shown = treeOf(rowsOf(tree));
      expect(shown && evaluate(shown, user, NOW).outcome).toBe(evaluate(tree, user, NOW).outcome);
    }),
  );
});

test("rows list the conditions in the order in which the server counts them", () => {
  fc.assert(
    fc.property(trees, (tree) => {
      const root = rowsOf(tree);
      const saved = treeOf(root);
      const conditions = conditionRowsOf(root).map(({ condition }) => condition);
      expect(conditions).toEqual(conditionsOf(tree));
      expect(saved && conditionsOf(saved)).toEqual(conditions);
    }),
  );
});

test("any moves of any rows keep every condition, and only trees that the schema accepts", () => {
  const directions = fc.constantFrom<Direction>("up", "down", "in", "out");
  const moves = fc.array(fc.tuple(fc.nat(), directions), { maxLength: 12 });
  fc.assert(
    fc.property(trees, moves, (tree, steps) => {
      const types = (root: Row) => allRows(root).map(({ type, id }) => `${type} ${id}`);
      const before = rowsOf(tree);
      let root = before;
      for (const [pick, direction] of steps) {
        const rows = allRows(root).slice(1);
        const row = rows[pick % Math.max(1, rows.length)];
        if (row) root = moveRow(root, row.id, direction) ?? root;
      }
      expect(types(root).toSorted()).toEqual(types(before).toSorted());
      // A character's bracket with a condition on the user would throw.
      expect(treeOf(root)).not.toBeNull();
      for (const row of allRows(root).slice(1)) {
        const place = findPlace(root, row.id);
        const isBound = place !== undefined && boundTo(root, place.parent.id) !== null;
        expect(isBound && row.which !== null).toBe(false);
      }
    }),
  );
});

test("a row moves up, down, into the bracket beside it, and out again", () => {
  const root = rowsOf({
    type: "all",
    of: [
      { type: "characters", which: "any", meet: ALLIANCE },
      { type: "any", of: [DISCORD] },
    ],
  });
  const id = root.rows[0]?.id ?? 0;
  const step = (from: Bracket, direction: Direction) => moveRow(from, id, direction) ?? from;
  expect(said(step(root, "down"))).toBe("all(any(discord_linked), any alliance)");
  expect(said(step(root, "in"))).toBe("all(any(any alliance, discord_linked))");
  expect(said(step(step(root, "in"), "out"))).toBe("all(any(discord_linked), any alliance)");
  expect(moveRow(root, id, "up")).toBeUndefined();
  expect(moveRow(root, id, "out")).toBeUndefined();
});

test("a condition that moves into the bracket of one character becomes a condition on that character", () => {
  const root = rowsOf({
    type: "all",
    of: [
      { type: "characters", which: "every", meet: ALLIANCE },
      { type: "characters", which: "any", meet: { type: "all", of: [AGE] } },
      DISCORD,
    ],
  });
  const [alliance, , discord] = root.rows;
  const bound = moveRow(root, alliance?.id ?? 0, "in");
  expect(bound && said(bound)).toBe("all(any all(alliance, character_age), discord_linked)");
  expect(bound && said(moveRow(bound, alliance?.id ?? 0, "out") ?? bound)).toBe(
    "all(any all(character_age), any alliance, discord_linked)",
  );
  // Discord is linked by a person, not by one of the characters.
  expect(moveRow(root, discord?.id ?? 0, "in")).toBeUndefined();
});

test("a bracket is bound to one character, and released again", () => {
  const root = rowsOf({
    type: "all",
    of: [
      {
        type: "any",
        of: [
          { type: "characters", which: "every", meet: ALLIANCE },
          { type: "characters", which: "any", meet: AGE },
        ],
      },
      { type: "any", of: [DISCORD] },
    ],
  });
  const [plain, people] = root.rows;
  const bound = setWhich(root, plain?.id ?? 0, "any");
  expect(bound && said(bound)).toBe("all(any any(alliance, character_age), any(discord_linked))");
  const released = bound && setWhich(bound, plain?.id ?? 0, null);
  expect(released && said(released)).toBe(
    "all(any(any alliance, any character_age), any(discord_linked))",
  );
  expect(setWhich(root, people?.id ?? 0, "any")).toBeUndefined();
});

test("a row gets a bracket of its own", () => {
  const root = rowsOf({ type: "all", of: [DISCORD] });
  expect(said(wrapRow(root, root.rows[0]?.id ?? 0, 99))).toBe("all(any(discord_linked))");
});

test("an empty bracket and a condition without a value are problems", () => {
  const root = rowsOf({
    type: "all",
    of: [
      { type: "characters", which: "any", meet: { type: "alliance", allianceIds: [] } },
      { type: "any", of: [] },
      DISCORD,
    ],
  });
  const [alliance, empty] = root.rows;
  expect([...problemsOf(root)]).toEqual([
    [alliance?.id, { allianceIds: "Choose an alliance." }],
    [empty?.id, { of: "Add a condition to this bracket, or remove the bracket." }],
  ]);
});

const numbers = fc.oneof(
  fc.integer({ min: -12, max: 12 }),
  fc.constantFrom(0.5, 10_000, 10_001, Number.NaN),
);
const ids = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 });
const conditions = fc.oneof(
  ids.map((corporationIds): Condition => ({ type: "corporation", corporationIds })),
  ids.map((allianceIds): Condition => ({ type: "alliance", allianceIds })),
  fc.record({
    type: fc.constant("titles" as const),
    corporationId: fc.nat(2),
    titleIds: ids,
  }),
  ids.map((list): Condition => ({ type: "roles", roles: list.map(String) })),
  fc.record({
    type: fc.constant("skills" as const),
    name: fc.constantFrom("", " ", "Capital pilots"),
    skills: fc.array(fc.record({ skillId: fc.constant(1), level: fc.constant(5) }), {
      maxLength: 101,
    }),
  }),
  numbers.map((days): Condition => ({ type: "account_age", days })),
  numbers.map((minimum): Condition => ({ type: "total_sp", minimum })),
  numbers.map((minimum): Condition => ({ type: "security_status", minimum })),
  fc.record({
    type: fc.constant("standing" as const),
    of: fc.constant("alliance" as const),
    minimum: numbers,
    ownerId: fc.nat(1),
  }),
);

test("a condition has problems exactly where the server refuses it", () => {
  fc.assert(
    fc.property(conditions, (condition) => {
      const schema = isOnCharacter(condition) ? characterConditionSchema : userConditionSchema;
      const { error } = schema.safeParse(condition);
      const refused = error?.issues.map(({ path }) => String(path[0])) ?? [];
      expect(new Set(Object.keys(conditionProblems(condition)))).toEqual(new Set(refused));
    }),
  );
});
