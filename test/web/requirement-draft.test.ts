import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import type { EditableRule, Rule } from "#shared/requirements/rule.ts";
import { useRuleDraft } from "#web/requirements/use-rule-draft.ts";
import { draftOf, edit, ruleOf } from "#web/requirements/rule/draft.ts";
import type { Change, Draft } from "#web/requirements/rule/draft.ts";

const ALLIANCE = { type: "alliance", allianceIds: [99_000_001] } as const;
const OTHER = { type: "alliance", allianceIds: [99_000_002] } as const;
const DISCORD = { type: "discord_linked" } as const;

const RULE: Rule = {
  tree: {
    type: "all",
    of: [
      { type: "characters", which: "any", meet: { ...ALLIANCE, allianceIds: [99_000_001] } },
      DISCORD,
      { type: "any", of: [{ type: "account_age", days: 30 }] },
    ],
  },
  enrolment: "automatic",
  listing: "everyone",
  graceDays: 7,
};

afterEach(() => {
  vi.unstubAllGlobals();
});

const after = (draft: Draft, ...changes: Change[]) => changes.reduce(edit, draft);

/** The ids of the rows in the root. */
const ids = ({ root }: Draft) => root.rows.map(({ id }) => id);

function openRule() {
  const draft = draftOf(RULE);
  const [alliance = 0, discord = 0, bracket = 0] = ids(draft);
  return { draft, alliance, discord, bracket };
}

test("a rule that is opened and not changed is the same rule", () => {
  expect(ruleOf(draftOf(RULE))).toEqual(RULE);
});

test("without requirements, the first condition makes a rule, with the defaults", () => {
  const draft = draftOf(null);
  expect(ruleOf(draft)).toBeNull();
  const added = edit(draft, {
    type: "add",
    parentId: draft.root.id,
    which: null,
    condition: DISCORD,
  });
  expect(added.edited).toBeNull();
  expect(ruleOf(added)).toEqual({
    tree: { type: "all", of: [DISCORD] },
    enrolment: "manual",
    listing: "everyone",
    graceDays: 3,
  });
});

test("cancelling a new condition removes it, and focuses where it was added", () => {
  const draft = draftOf(null);
  const added = edit(draft, {
    type: "add",
    parentId: draft.root.id,
    which: "any",
    condition: { type: "alliance", allianceIds: [] },
  });
  expect(added.edited).toMatchObject({ id: ids(added)[0] });
  const cancelled = edit(added, { type: "close", keep: false });
  expect(ids(cancelled)).toEqual([]);
  expect(cancelled.focus).toEqual({ id: draft.root.id, part: "add" });
});

test("after a new condition, the next one can be added at once", () => {
  const draft = draftOf(null);
  const parentId = draft.root.id;
  const linked = edit(draft, { type: "add", parentId, which: null, condition: DISCORD });
  expect(linked.focus).toEqual({ id: parentId, part: "add" });
  const aged = after(
    linked,
    { type: "add", parentId, which: null, condition: { type: "account_age", days: 30 } },
    { type: "close", keep: true },
  );
  expect(ids(aged)).toHaveLength(2);
  expect(aged.focus).toEqual({ id: parentId, part: "add" });
});

test("cancelling an edit restores the condition, and Done keeps the new one", () => {
  const { draft, alliance } = openRule();
  const changed = after(
    draft,
    { type: "edit", id: alliance },
    { type: "condition", id: alliance, condition: { ...OTHER, allianceIds: [99_000_002] } },
  );
  expect(ruleOf(edit(changed, { type: "close", keep: false }))).toEqual(RULE);
  const kept = edit(changed, { type: "close", keep: true });
  expect(kept.edited).toBeNull();
  expect(kept.focus).toEqual({ id: alliance, part: "row" });
  expect(ruleOf(kept)?.tree).toMatchObject({ of: [{ meet: OTHER }, DISCORD, { type: "any" }] });
});

test("only one row is edited at a time", () => {
  const { draft, alliance, bracket } = openRule();
  const age = draft.root.rows[2];
  const inner = age?.type === "bracket" ? (age.rows[0]?.id ?? 0) : 0;
  const next = after(draft, { type: "edit", id: alliance }, { type: "edit", id: inner });
  expect(next.edited?.id).toBe(inner);
  // A bracket has no form.
  expect(edit(draft, { type: "edit", id: bracket }).edited).toBeNull();
});

test("a removed row leaves its place, which Undo takes again", () => {
  const { draft, alliance } = openRule();
  const removed = edit(draft, { type: "remove", id: alliance });
  expect(ids(removed)).toEqual(ids(draft));
  expect(ruleOf(removed)?.tree).toMatchObject({ of: [DISCORD, { type: "any" }] });
  expect(removed.focus).toEqual({ id: alliance, part: "undo" });
  expect(ruleOf(edit(removed, { type: "restore", id: alliance }))).toEqual(RULE);
});

test("a rule whose last condition is removed is no rule", () => {
  const { draft } = openRule();
  const emptied = after(draft, ...ids(draft).map((id): Change => ({ type: "remove", id })));
  expect(ruleOf(emptied)).toBeNull();
});

test("a lifted row moves by steps, and Escape puts it back", () => {
  const { draft, discord } = openRule();
  const moved = after(
    draft,
    { type: "lift", id: discord },
    { type: "move", id: discord, direction: "in" },
  );
  expect(ruleOf(moved)?.tree).toMatchObject({
    of: [{ meet: ALLIANCE }, { type: "any", of: [DISCORD, { type: "account_age" }] }],
  });
  expect(moved.done).toEqual({ what: "moved", id: discord });
  const back = edit(moved, { type: "return" });
  expect(ruleOf(back)).toEqual(RULE);
  expect(back.lifted).toBeNull();
  const dropped = edit(moved, { type: "drop" });
  expect(ruleOf(dropped)).toEqual(ruleOf(moved));
  expect(dropped.lifted).toBeNull();
});

test("a step that is not possible is said, and changes nothing", () => {
  const { draft, alliance } = openRule();
  const stuck = edit(draft, { type: "move", id: alliance, direction: "up" });
  expect(stuck.done).toEqual({ what: "stuck", id: alliance });
  expect(stuck.root).toBe(draft.root);
});

test("a copy has ids of its own", () => {
  const { draft, bracket } = openRule();
  const copied = edit(draft, { type: "duplicate", id: bracket });
  const tree = ruleOf(copied)?.tree;
  expect(tree?.type === "all" && tree.of.length).toBe(4);
  expect(new Set(ids(copied)).size).toBe(4);
  const removed = edit(copied, { type: "remove", id: ids(copied)[3] ?? 0 });
  expect(ruleOf(removed)).toEqual(RULE);
});

test("a bracket is dissolved into its rows", () => {
  const { draft, bracket } = openRule();
  expect(ruleOf(edit(draft, { type: "dissolve", id: bracket }))?.tree).toMatchObject({
    of: [{ meet: ALLIANCE }, DISCORD, { type: "account_age" }],
  });
});

test("the opposite of a condition is said by the condition itself", () => {
  const { draft, alliance, discord, bracket } = openRule();
  const opposite = after(
    draft,
    { type: "negate", id: alliance },
    { type: "negate", id: discord },
    { type: "negate", id: bracket },
  );
  expect(ruleOf(opposite)?.tree).toMatchObject({
    of: [
      { type: "characters", which: "any", meet: { type: "not", of: ALLIANCE } },
      { type: "not", of: DISCORD },
      { type: "not", of: { type: "any" } },
    ],
  });
});

test("a way of joining that was chosen elsewhere is in the draft, with or without a rule", () => {
  const draft = draftOf(null, "automatic");
  expect(ruleOf(draft)).toBeNull();
  const added = edit(draft, {
    type: "add",
    parentId: draft.root.id,
    which: null,
    condition: DISCORD,
  });
  expect(ruleOf(added)?.enrolment).toBe("automatic");
  expect(draftOf(RULE, "automatic").enrolment).toBe("automatic");
  expect(draftOf(RULE).enrolment).toBe(RULE.enrolment);
});

test("a kept draft ends when it is what was saved in the meantime, after a proof at EVE", () => {
  const before: EditableRule = { ...RULE, version: 1, updatedAt: "2026-11-20T10:00:00.000Z" };
  const kept = { version: 1, draft: draftOf({ ...RULE, graceDays: 14 }), base: before };
  vi.stubGlobal("sessionStorage", { getItem: () => JSON.stringify(kept) });
  const basedOn = (saved: EditableRule) => {
    const Editor = () => useRuleDraft("mira", "g1", saved, undefined).base?.version;
    return renderToString(createElement(Editor));
  };
  expect(basedOn({ ...before, graceDays: 14, version: 2 })).toBe("2");
  expect(basedOn({ ...before, graceDays: 30, version: 2 })).toBe("1");
});
