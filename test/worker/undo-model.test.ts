import fc from "fast-check";
import { expect, test } from "vitest";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup } from "#test/support/people/group-builders.ts";
import {
  add,
  appoint,
  dismiss,
  edit,
  remove,
  setEnd,
  startUndoing,
  transfer,
} from "#test/support/undo/undo-scene.ts";

const { admin, undoer, muster, begin, seatsOf, settingsOf, people } = await startUndoing();

const [owner, mira, oskar, tess, lia] = await people("Owner", "Mira", "Oskar", "Tess", "Lia");
const home = await buildCategory(muster);
const away = await buildCategory(muster);

/** What the actor and the other administrator change does not overlap. */
const PEOPLE = { mine: [mira, oskar], others: [tess, lia] };
const EDITS = {
  mine: [
    { name: "Taken" },
    { name: "Given" },
    { categoryId: away.id },
    { categoryId: home.id },
    { description: "o7" },
    { membershipDays: 5 },
  ],
  others: [{ visibility: "hidden" }, { visibility: "public" }, { joinMode: "approval" }],
} as const;

const action = fc.record({
  by: fc.constantFrom("mine" as const, "mine" as const, "others" as const),
  act: fc.constantFrom("add", "remove", "appoint", "dismiss", "transfer", "end", "edit", "edit"),
  which: fc.nat(5),
  days: fc.constantFrom(3, 9, null),
});

type Group = { id: string };
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

/** What the group does not allow is refused, and changes nothing. */
async function perform(group: Group, { by, act, which, days }: Action) {
  const who = by === "mine" ? admin : undoer;
  const user = PEOPLE[by][which % 2];
  if (user === undefined) return;
  const acts: Record<string, (who: BuiltUser, group: Group, user: BuiltUser) => unknown> = {
    add,
    remove,
    appoint,
    dismiss,
    transfer,
  };
  if (act === "end") await setEnd(who, group, user, days);
  else if (act === "edit") await edit(who, group, EDITS[by][which % EDITS[by].length] ?? {});
  else if (act !== "transfer" || by === "mine") await acts[act]?.(who, group, user);
}

async function stateOf(group: Group) {
  const seats = new Map((await seatsOf(group)).map((seat) => [seat.userId, seat]));
  return { seats, settings: await settingsOf(group) };
}

test("undoing restores exactly what the actor has changed, whatever others do at the same time", async () => {
  let undone = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 14 }), async (actions) => {
      const group = await buildGroup(muster, { owner, members: [mira, tess], category: home });
      await setEnd(undoer, group, mira, 30);
      await appoint(undoer, group, tess);
      const before = await stateOf(group);
      const span = await begin(admin);
      for (const one of actions) await perform(group, one);
      const after = await stateOf(group);
      const found = await span.preview();
      expect(found.stays).toEqual([]);
      const isNothing = found.steps.length === 0;
      expect((await span.apply(found)).status).toBe(isNothing ? 409 : 200);
      const { seats, settings } = await stateOf(group);
      for (const { userId } of [owner, ...PEOPLE.mine]) {
        expect(seats.get(userId)).toEqual(before.seats.get(userId));
      }
      for (const { userId } of PEOPLE.others) {
        expect(seats.get(userId)).toEqual(after.seats.get(userId));
      }
      const { visibility, effectiveVisibility, joinMode } = after.settings;
      expect(settings).toEqual({ ...before.settings, visibility, effectiveVisibility, joinMode });
      undone += found.steps.length;
    }),
    { numRuns: 25, seed: 26 },
  );
  expect(undone).toBeGreaterThan(50);
});
