import type { Cause } from "#shared/requirements/cause.ts";
import { expect, test } from "vitest";
import { createElement } from "react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import type { HeldChange, HeldTrigger, HeldUser } from "#shared/requirements/held.ts";
import { NAMES_IN_SCRIPTS } from "#test/support/people/names-in-scripts.ts";
import { filterByName, groupByCause, readingSpan, heldCsv } from "#web/held/names-by-cause.tsx";
import { DecisionText, Headline } from "#web/held/held-summary.tsx";
import { WhatFollows } from "#web/held/decide-dialog.tsx";
import type { HeldVerdict } from "#web/held/queries.ts";
import { textOf } from "#web/lib/sentence.ts";
import { daysAgo, names, NOW, SAMPLES } from "./condition-samples.ts";

function left(corporationId: number, change: Partial<Cause> = {}): Cause {
  return {
    outcome: "unmet",
    isNegated: false,
    condition: SAMPLES.alliance.condition,
    which: "every",
    character: { characterId: 2, characterName: "Odile Two" },
    reading: {
      fact: { type: "affiliation", corporationId, allianceId: null },
      unknown: null,
      asOf: daysAgo(1),
    },
    names,
    ...change,
  };
}

const user = (name: string, ...causes: Cause[]): HeldUser => ({
  userId: name,
  mainCharacterId: 1,
  mainCharacterName: name,
  ticker: null,
  causes,
});

const unlinked = left(0, {
  condition: { type: "discord_linked" },
  which: null,
  character: null,
  reading: { fact: { type: "discord", isLinked: false }, unknown: null, asOf: null },
});

test("people are grouped by their first cause, the largest group first", () => {
  const groups = groupByCause([
    user("Kelda", left(2)),
    user("Odile", left(3), unlinked),
    user("Corvin", left(3)),
    user("Лев", unlinked),
    user("Nobody"),
  ]);
  expect(groups.map(({ title, users }) => `${textOf(title)} ${users.length}`)).toEqual([
    "Not in Null Concord: Perkone Holdings 2",
    "Not in Null Concord: Sable Meridian 1",
    "Discord is not linked 1",
    "No character to check 1",
  ]);
});

test.each<[Partial<Cause>, string]>([
  [{}, "Not in Null Concord: Perkone Holdings"],
  [{ isNegated: true }, "In Null Concord: Perkone Holdings"],
  [
    { condition: SAMPLES.authorization.condition, reading: none() },
    "A character does not have a valid authorization for skills",
  ],
  [
    { condition: SAMPLES.skills.condition, which: "any", reading: none() },
    "No character has trained Capital pilots",
  ],
  [
    { condition: SAMPLES.skills.condition, which: "main", reading: none() },
    "Main character has not trained Capital pilots",
  ],
  [
    { condition: SAMPLES.skills.condition, isNegated: true, reading: none() },
    "A character has trained Capital pilots",
  ],
])("a group has a title of its own: %#", (change, title) => {
  const [group] = groupByCause([user("Kelda", left(3, change))]);
  expect(group && textOf(group.title)).toBe(title);
});

function none() {
  return { fact: null, unknown: null, asOf: null };
}

test("a name is found by the main and by the characters that decide", () => {
  const users = [user("Kelda Thorne", left(2)), user("Лев Сорокин", unlinked)];
  expect(filterByName(users, " ЛЕВ")).toHaveLength(1);
  expect(filterByName(users, "odile")).toEqual([users[0]]);
  expect(filterByName(users, " ")).toHaveLength(2);
});

test.each(Object.entries(NAMES_IN_SCRIPTS))("a name in %s is found", (_, { name, typed }) => {
  for (const text of typed) expect(filterByName([user(name, unlinked)], text)).toHaveLength(1);
});

test("the span of the evidence is told, if any of it has a time", () => {
  const older = left(2, { reading: { ...left(2).reading, asOf: daysAgo(3) } });
  expect(readingSpan([user("Kelda", left(2), unlinked), user("Corvin", older)])).toEqual({
    from: daysAgo(3),
    to: daysAgo(1),
  });
  expect(readingSpan([user("Лев", unlinked)])).toBeNull();
});

test("the table for spreadsheets has a line for each person, and no formulas", () => {
  const csv = heldCsv([user("=Kelda", left(3), unlinked), user("Лев", unlinked)], NOW);
  expect(csv.split("\r\n").slice(1, 3)).toEqual([
    `"'=Kelda","1","Odile Two","Odile Two is in Perkone Holdings, which is in no alliance. Discord is not linked."`,
    `"Лев","1","","Discord is not linked."`,
  ]);
});

const HELD: HeldChange = {
  id: "h",
  groupId: "g",
  groupName: "Bomb Squad",
  state: "held",
  trigger: { kind: "evidence" },
  limit: "group",
  memberCount: 12,
  removalCount: 11,
  unknownCount: 0,
  computedAt: daysAgo(1),
  createdAt: daysAgo(1),
  decidedByName: null,
  decidedAt: null,
  reason: null,
};

const drawn = (element: ReactElement) => renderToString(element).replaceAll(/<[^>]*>/g, "");

test.each<[HeldChange["state"], string]>([
  ["held", "11 of 12 members would lose Bomb Squad"],
  // The members are counted now, and the removals when the hold was decided.
  ["released", "11 members of Bomb Squad"],
  ["applied", "11 members of Bomb Squad"],
  ["discarded", "11 members of Bomb Squad"],
  ["ended", "11 members of Bomb Squad"],
])("a hold that is %s is not compared with members who are gone", (state, headline) => {
  expect(drawn(createElement(Headline, { held: { ...HELD, state } }))).toBe(headline);
});

test("the decision on removals that a person asked for promises nothing by requirements", () => {
  const asked: HeldTrigger = { kind: "asked", isReview: false, actorName: "Mira", at: daysAgo(0) };
  const follows = (trigger: HeldTrigger, decision: HeldVerdict) =>
    drawn(createElement(WhatFollows, { held: { ...HELD, trigger }, decision }));
  expect(follows(HELD.trigger, "release")).toMatch("do not meet the requirements");
  expect(follows(HELD.trigger, "discard")).toMatch("the requirements apply again");
  expect(follows(asked, "release")).toMatch("listed members lose Bomb Squad at once");
  expect(follows(asked, "discard")).toMatch("Nothing else follows");
});

test("a hold that ended with its requirements was not under the limits", () => {
  const ended = (decidedAt: string | null) =>
    drawn(createElement(DecisionText, { held: { ...HELD, state: "ended", decidedAt } }));
  expect(ended(daysAgo(0))).toMatch("under the limits");
  expect(ended(null)).toMatch("requirements no longer apply");
});
