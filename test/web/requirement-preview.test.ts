import { expect, test } from "vitest";
import type { FollowingRole } from "#shared/discord/roles.ts";
import type { Preview, PreviewKind } from "#shared/requirements/rule.ts";
import {
  addSlice,
  consequences,
  countOf,
  previewHoldOf,
  savedText,
  saveLabel,
  shownCount,
} from "#web/requirements/preview/sum.ts";
import { missedText } from "#web/requirements/preview/funnel.tsx";
import { effectsOf } from "#web/requirements/preview/preview-details.tsx";

const EMPTY: Preview = {
  users: [],
  unnamed: { join: 0, could_join: 0, grace: 0, remove: 0, unknown: 0, recover: 0 },
  conditions: [],
  funnel: null,
  near: [],
  brackets: [],
  checked: 0,
  checkedMembers: 0,
  total: 0,
  memberCount: 0,
  heldAbove: { group: 5, all: 50 },
  discordRoles: [],
  after: null,
};

const people = (kind: PreviewKind, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    userId: `${kind} ${index}`,
    mainCharacterId: index,
    mainCharacterName: `Pilot ${index}`,
    kind,
    causes: [],
    graceEndsAt: null,
    hasRequested: false,
  }));

const slice = (part: Partial<Preview>) => addSlice(undefined, { ...EMPTY, ...part });

const role = (serverId: string, people: FollowingRole["people"]): FollowingRole => ({
  serverId,
  serverName: "Null Concord",
  roleId: "1",
  roleName: "Scout",
  color: null,
  people,
});

test("the people of a role add up by server, and end with the role", () => {
  const first = slice({
    discordRoles: [
      role("a", { gain: 1, lose: 2, lose_after_grace: 3 }),
      role("gone", { gain: 1, lose: 0, lose_after_grace: 0 }),
    ],
  });
  const { discordRoles } = addSlice(first, {
    ...EMPTY,
    discordRoles: [
      role("a", { gain: 10, lose: 10, lose_after_grace: 10 }),
      role("b", { gain: 5, lose: 0, lose_after_grace: 0 }),
    ],
  });
  expect(discordRoles.map(({ serverId, people }) => [serverId, people])).toEqual([
    ["a", { gain: 11, lose: 12, lose_after_grace: 13 }],
    ["b", { gain: 5, lose: 0, lose_after_grace: 0 }],
  ]);
  const uncounted = slice({ discordRoles: [role("a", null)] });
  expect(addSlice(uncounted, { ...EMPTY, discordRoles: [role("a", null)] }).discordRoles).toEqual([
    role("a", null),
  ]);
});

test("what becomes of a role is a sentence", () => {
  const none = { gain: 0, lose: 0, lose_after_grace: 0 };
  expect(effectsOf(none, false)).toBe("No change.");
  expect(effectsOf({ gain: 2, lose: 1, lose_after_grace: 3 }, false)).toBe(
    "2 people get it, 1 person loses it now, 3 people lose it when grace ends.",
  );
  expect(effectsOf({ ...none, lose: 6 }, true)).toBe(
    "6 people lose it once the removals are released.",
  );
});

test("slices add up; what they say about the whole community is the latest", () => {
  const first = slice({
    users: people("grace", 1),
    unnamed: { ...EMPTY.unnamed, could_join: 5 },
    conditions: [{ met: 10, unmet: 2, unknown: 1 }],
    checked: 13,
    checkedMembers: 13,
    total: 30,
    memberCount: 20,
    after: "u13",
  });
  const both = addSlice(first, {
    ...EMPTY,
    users: people("unknown", 2),
    unnamed: { ...EMPTY.unnamed, could_join: 10 },
    conditions: [{ met: 5, unmet: 0, unknown: 2 }],
    checked: 7,
    checkedMembers: 7,
    total: 31,
    memberCount: 20,
  });
  expect(both.users.map(({ kind }) => kind)).toEqual(["grace", "unknown", "unknown"]);
  expect(both.conditions).toEqual([{ met: 15, unmet: 2, unknown: 3 }]);
  expect([both.checked, both.total]).toEqual([20, 31]);
  expect(shownCount(countOf(both, "could_join"))).toBe("≈15");
});

test("names and a rounded count of others are about as many", () => {
  const others = (could_join: number) =>
    slice({ users: people("could_join", 2), unnamed: { ...EMPTY.unnamed, could_join } });
  expect(shownCount(countOf(others(0), "could_join"))).toBe("2");
  expect(shownCount(countOf(others(1240), "could_join"))).toBe("≈1,242");
});

test.each<[string, Partial<Preview>]>([
  ["Save", {}],
  ["Save", { users: people("unknown", 4) }],
  ["Save and add 12", { users: people("join", 12) }],
  ["Save and start grace for 3", { users: [...people("join", 12), ...people("grace", 3)] }],
  [
    "Save and remove 2",
    { users: [...people("grace", 3), ...people("remove", 2)], memberCount: 20 },
  ],
  ["Save and hold 6 removals", { users: people("remove", 6), memberCount: 20 }],
])("the button says %j", (label, part) => {
  expect(saveLabel(slice(part))).toBe(label);
});

test("the server says above how many removals are held", () => {
  const removals = { users: people("remove", 3), memberCount: 20 };
  expect(previewHoldOf(slice(removals))).toBeUndefined();
  expect(previewHoldOf(slice({ ...removals, heldAbove: { group: 2, all: 47 } }))).toEqual({
    limit: "group",
    removals: 3,
    memberCount: 20,
  });
  expect(previewHoldOf(slice({ ...removals, heldAbove: { group: 5, all: 2 } }))).toMatchObject({
    limit: "all",
  });
});

test("the consequences are a sentence", () => {
  expect(consequences(slice({}))).toBe("No member is removed now.");
  expect(consequences(slice({ users: [...people("join", 12), ...people("grace", 1)] }))).toBe(
    "12 people become members, 1 member enters grace. No member is removed now.",
  );
  expect(consequences(slice({ users: people("remove", 2), memberCount: 40 }))).toBe(
    "2 members are removed now.",
  );
  expect(consequences(slice({ users: people("remove", 30), memberCount: 40 }))).toBe(
    "The removals are held until an administrator releases them.",
  );
});

test("a saved rule says what begins", () => {
  expect(savedText(undefined)).toBe("Requirements saved");
  expect(savedText(slice({}))).toBe("Requirements saved");
  expect(savedText(slice({ users: people("join", 12), memberCount: 3 }))).toBe(
    "Requirements saved. 12 people join within minutes",
  );
  expect(savedText(slice({ users: [...people("join", 1), ...people("grace", 2)] }))).toBe(
    "Requirements saved. 1 person joins within minutes, 2 members enter grace",
  );
});

test("the steps of a funnel add up, with the reasons why something is not known", () => {
  const step = { met: 2, unmet: 1, unknown: { no_authorization: 3 } };
  const sum = slice({ funnel: { candidates: 6, steps: [step] } });
  const { funnel } = addSlice(sum, {
    ...EMPTY,
    funnel: {
      candidates: 3,
      steps: [{ met: 1, unmet: 0, unknown: { no_authorization: 1, never_read: 1 } }],
    },
  });
  expect(funnel).toEqual({
    candidates: 9,
    steps: [{ met: 3, unmet: 1, unknown: { no_authorization: 4, never_read: 1 } }],
  });
  expect(missedText(funnel?.steps[0] ?? step)).toBe(
    "1 does not meet it, 1 not read yet, 4 without a valid authorization",
  );
});
