import fc from "fast-check";
import { expect, test } from "vitest";
import { action, Community, expectedAfter, GROUPS } from "#test/support/undo/undo-model.ts";
import { inverseOf } from "#worker/undo/inverse.ts";
import { stepsOf } from "#worker/undo/steps.ts";

const history = fc.record({
  earlier: fc.array(action, { maxLength: 10 }),
  within: fc.array(action, { minLength: 1, maxLength: 14 }),
  later: fc.array(action, { maxLength: 8 }),
});

/** What undoing finds in a span: the steps, and how many actions stay. */
function inverse(community: Community, span: { actorId: string; since: string; before: string }) {
  const events = community.log.filter(({ id }) => id >= span.since);
  const wishes = inverseOf(events, span, community.present());
  const steps = stepsOf(wishes.filter(({ refusal }) => refusal === null));
  return { steps, stays: wishes.filter(({ refusal }) => refusal !== null).length };
}

test("undoing restores what the span has changed, and nothing that others have changed since", () => {
  let [undone, stayed, handed] = [0, 0, 0];
  fc.assert(
    fc.property(history, ({ earlier, within, later }) => {
      const community = new Community();
      community.play(earlier);
      const since = community.now();
      community.play(within);
      const span = { actorId: "mine", since, before: community.now() };
      community.play(later);
      const expected = expectedAfter(community, span.since, span.before);
      const found = inverse(community, span);
      community.perform(found.steps, "undoer");
      expect(community.state).toEqual(expected);
      for (const group of GROUPS) {
        const seats = [...community.state.seats].filter(([key]) => key.startsWith(`${group} `));
        expect(seats.filter(([, { role }]) => role === "owner")).toHaveLength(1);
      }
      undone += found.steps.length;
      stayed += found.stays;
      handed += found.steps.filter(({ change }) => change.kind === "owner").length;
      // A second time, nothing is left, and the same actions stay.
      const again = inverse(community, span);
      expect(again.steps).toEqual([]);
    }),
    { numRuns: 3000 },
  );
  // The histories are about something.
  expect(Math.min(undone, stayed, handed)).toBeGreaterThan(100);
});

test("undoing an undoing brings back what was before it", () => {
  fc.assert(
    fc.property(history, ({ earlier, within, later }) => {
      const community = new Community();
      community.play(earlier);
      const span = { actorId: "mine", since: community.now(), before: "999999" };
      community.play([...within, ...later]);
      const state = structuredClone(community.state);
      const second = { actorId: "undoer", since: community.now(), before: "999999" };
      community.perform(inverse(community, span).steps, "undoer");
      const found = inverse(community, second);
      expect(found.stays).toBe(0);
      community.perform(found.steps, "third");
      expect(community.state).toEqual(state);
    }),
    { numRuns: 1000 },
  );
});

test("a member whose end was set, and who was removed and added again, gets the first end back", () => {
  const community = new Community();
  const [first, second] = ["2027-02-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"];
  const common = { actor: "mine", group: "g1", user: "u2", field: "name", value: null } as const;
  community.play([{ ...common, act: "add", end: first }]);
  const span = { actorId: "mine", since: community.now(), before: "999999" };
  community.play([
    { ...common, act: "end", end: second },
    { ...common, act: "remove", end: null },
    { ...common, act: "add", end: null },
  ]);
  const { steps } = inverse(community, span);
  expect(steps.map(({ change }) => change)).toEqual([{ kind: "end", endsAt: first }]);
});
