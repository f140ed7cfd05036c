import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildGroup } from "#test/support/people/group-builders.ts";
import {
  evaluateAll,
  inAlliance,
  isMember,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { remove, startUndoing, staysIn, stepsIn } from "#test/support/undo/undo-scene.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";

const { muster, admin, undoer, begin, seatsOf, eventsOf, people } = await startUndoing();
const { db } = muster.context;
const [owner, mira] = await people("Owner", "Mira");
await setAlliance(muster, mira, mira.mainCharacterId, 7);

const SEVEN = ruleOf(inAlliance("main", 7), { graceDays: 3 });
const EIGHT = ruleOf(inAlliance("main", 8), { graceDays: 0 });

async function ruleIn({ id }: { id: string }) {
  const [row] = await db.select().from(groupRequirements).where(eq(groupRequirements.groupId, id));
  return row && { tree: row.tree, graceDays: row.graceDays, enrolment: row.enrolment };
}
const partOf = ({ tree, graceDays, enrolment }: typeof SEVEN) => ({ tree, graceDays, enrolment });

test("requirements that were replaced, removed or added are as before, and decide again", async () => {
  const replaced = await buildGroup(muster, { owner, members: [mira], name: "A" });
  const removed = await buildGroup(muster, { owner, name: "B" });
  const added = await buildGroup(muster, { owner, members: [mira], name: "C" });
  await saveRule(undoer, replaced.id, SEVEN);
  await saveRule(undoer, removed.id, ruleOf(inAlliance("main", 7), { enrolment: "automatic" }));
  await evaluateAll(muster);
  const span = await begin(admin);
  await saveRule(admin, replaced.id, EIGHT);
  await saveRule(admin, removed.id, null);
  await saveRule(admin, added.id, EIGHT);
  await remove(admin, removed, mira);
  const found = await span.preview();
  expect(stepsIn(found)).toEqual([
    [null, "rule"],
    [null, "rule"],
    [null, "rule"],
  ]);
  // The requirements that come back decide on her.
  expect(staysIn(found)).toEqual([["member_removed", "automatic", null]]);
  expect((await span.apply(found)).status).toBe(200);
  expect(await ruleIn(replaced)).toEqual(partOf(SEVEN));
  expect(await ruleIn(removed)).toMatchObject({ enrolment: "automatic" });
  expect(await ruleIn(added)).toBeUndefined();
  await evaluateAll(muster);
  expect(await isMember(muster, replaced.id, mira.userId)).toBe(true);
  expect(await isMember(muster, removed.id, mira.userId)).toBe(true);
  const recorded = (await eventsOf(replaced)).filter(({ detail }) => detail.undone);
  expect(recorded).toMatchObject([
    { kind: "requirements_updated", actorId: undoer.userId, detail: { rule: { to: SEVEN } } },
  ]);
  expect(await span.preview()).toMatchObject({ steps: [] });
});

test("a member who meets the restored requirements is added again with them", async () => {
  const group = await buildGroup(muster, { owner, members: [mira] });
  await saveRule(undoer, group.id, SEVEN);
  const span = await begin(admin);
  await remove(admin, group, mira);
  await saveRule(admin, group.id, EIGHT);
  expect(stepsIn(await span.preview())).toEqual([
    [null, "rule"],
    ["Mira", "add member"],
  ]);
  await span.undo();
  expect(await seatsOf(group)).toHaveLength(2);
});

test("requirements that others have changed since stay, and so do those that cannot be saved now", async () => {
  const wing = await buildGroup(muster, { owner, name: "Wing" });
  const group = await buildGroup(muster, { owner });
  await saveRule(undoer, group.id, ruleOf({ type: "member_of", groupIds: [wing.id] }));
  const span = await begin(admin);
  await saveRule(admin, group.id, EIGHT);
  const { id } = wing;
  await undoer.api.groups[":id"].$delete({ param: { id }, json: { name: "Wing" } });
  expect(staysIn(await span.preview())).toEqual([["requirements_updated", "rule", null]]);
  await saveRule(undoer, group.id, SEVEN);
  expect(staysIn(await span.preview())).toEqual([["requirements_updated", "changed", "Mira Tal"]]);
});

test("requirements that change between preview and undoing are a conflict", async () => {
  const group = await buildGroup(muster, { owner, members: [mira] });
  const span = await begin(admin);
  await remove(admin, group, mira);
  const found = await span.preview();
  await saveRule(undoer, group.id, EIGHT);
  expect((await span.apply(found)).status).toBe(409);
  expect(await seatsOf(group)).toHaveLength(1);
});
