import fc from "fast-check";
import { expect, test } from "vitest";
import { overwrittenBy, reasonOf } from "#worker/discord/servers/plan/plan-member.ts";
import type { Attempt } from "#worker/discord/servers/plan/plan-member.ts";

const ATTEMPT: Attempt = { eventId: "e", add: ["a", "b"], remove: ["c", "d"] };
const OURS = reasonOf(ATTEMPT);

type Entry = { by: string | undefined; add?: string[]; remove?: string[] };

/** Entries, oldest first. */
function found(...entries: Entry[]) {
  return overwrittenBy(
    ATTEMPT,
    entries.toReversed().map(({ by, add = [], remove = [] }) => ({
      reason: by,
      added: add,
      removed: remove,
    })),
  );
}

test("what a replacement was meant to change is not taken back", () => {
  expect(found({ by: OURS, add: ["a", "b"], remove: ["c", "d"] })).toEqual({
    lost: [],
    gained: [],
  });
});

test("a role that was given just before is given back, and one that was taken is taken", () => {
  expect(
    found(
      { by: undefined, add: ["birthday"], remove: ["friend"] },
      { by: OURS, add: ["a", "b", "friend"], remove: ["c", "birthday"] },
    ),
  ).toEqual({ lost: ["birthday"], gained: ["friend"] });
});

test("what other attempts have changed is not looked at", () => {
  expect(found({ by: "Muster other", remove: ["friend"] })).toEqual({ lost: [], gained: [] });
});

test("what was changed again since is left as it is, by hand or by Muster", () => {
  const lost = { by: OURS, remove: ["birthday"] };
  for (const by of [undefined, `${OURS}: taken back`]) {
    expect(found(lost, { by, add: ["birthday"] })).toEqual({ lost: [], gained: [] });
    expect(found(lost, { by, add: ["birthday"] }, lost)).toEqual({
      lost: ["birthday"],
      gained: [],
    });
  }
});

test("with what was taken back, all roles are as people and the attempt made them", () => {
  const roles = ["a", "b", "c", "d", "friend", "birthday"];
  const change = fc.record({
    role: fc.constantFrom(...roles),
    isGiven: fc.boolean(),
    isOurs: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const isMeant = (role: string) => [...ATTEMPT.add, ...ATTEMPT.remove].includes(role);
      const has = new Set<string>();
      const byPeople = new Set<string>();
      const entries = changes.flatMap(({ role, isGiven, isOurs }): Entry[] => {
        if (has.has(role) === isGiven || (isOurs && isMeant(role))) return [];
        for (const roles of isOurs ? [has] : [has, byPeople]) {
          if (isGiven) roles.add(role);
          else roles.delete(role);
        }
        return [{ by: isOurs ? OURS : undefined, [isGiven ? "add" : "remove"]: [role] }];
      });
      const { lost, gained } = found(...entries);
      for (const role of lost) has.add(role);
      for (const role of gained) has.delete(role);
      expect([...has].toSorted()).toEqual([...byPeople].toSorted());
    }),
  );
});
