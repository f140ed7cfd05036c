import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MAX_CATEGORIES } from "#shared/groups/categories.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup, buildInvitation } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { categories } from "#worker/db/schema/groups.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

const industry = {
  name: "Industry",
  description: "Those who build.",
  visibility: "public",
  allowGroupCreation: "anyone",
} as const;

async function idsSeenBy(who: typeof admin): Promise<string[]> {
  const seen = await (await who.api.groups.categories.$get()).json();
  return seen.map((category) => category.id);
}

test("a new category is empty, and its creator may do everything with it", async () => {
  const response = await admin.api.groups.categories.$post({ json: industry });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({
    ...industry,
    groupCount: 0,
    can: { createGroup: true, edit: true, delete: true },
  });
});

test("categories are listed by name, ignoring case", async () => {
  const names = ["alpha ops", "Beta ops", "Gamma ops", "Ясные ops"];
  for (const name of names.toReversed()) await buildCategory(muster, { name });
  const mira = await buildUser(muster);
  const seen = await (await mira.api.groups.categories.$get()).json();
  expect(seen.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names);
});

test("a hidden category is visible to users who see a group in it, a system category to administrators", async () => {
  const [mira, juno, guest, stranger] = await Promise.all([
    buildUser(muster),
    buildUser(muster),
    buildUser(muster),
    buildUser(muster),
  ]);
  const hidden = await buildCategory(muster, { visibility: "hidden" });
  const system = await buildCategory(muster, { visibility: "system" });
  const group = await buildGroup(muster, { owner: mira, members: [juno], category: hidden });
  await buildGroup(muster, { owner: mira, members: [juno], category: system });
  await buildInvitation(muster, group, guest);

  for (const [who, sees] of [
    [mira, [hidden.id]],
    [juno, [hidden.id]],
    [guest, [hidden.id]],
    [stranger, []],
    [admin, [hidden.id, system.id]],
  ] as const) {
    const listed = (await idsSeenBy(who)).filter((id) => id === hidden.id || id === system.id);
    expect(listed.toSorted()).toEqual([...sees].toSorted());
    for (const id of [hidden.id, system.id]) {
      const { status } = await who.api.groups.categories[":id"].$get({ param: { id } });
      expect(status).toBe((sees as readonly string[]).includes(id) ? 200 : 404);
    }
  }
});

test("a hidden category with a system group is visible to the group's managers, not to its plain members", async () => {
  const [mira, juno] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const category = await buildCategory(muster, { visibility: "hidden" });
  await buildGroup(muster, { owner: mira, members: [juno], category, visibility: "system" });
  expect(await idsSeenBy(mira)).toContain(category.id);
  expect(await idsSeenBy(juno)).not.toContain(category.id);
});

test("only administrators see the number of groups in a category", async () => {
  const mira = await buildUser(muster);
  const category = await buildCategory(muster);
  await buildGroup(muster, { owner: mira, category });
  await buildGroup(muster, { owner: mira, category, visibility: "hidden" });
  const param = { id: category.id };
  const read = async (who: typeof mira) =>
    (await (await who.api.groups.categories[":id"].$get({ param })).json()).groupCount;
  expect(await read(admin)).toBe(2);
  expect(await read(mira)).toBe(null);
});

test("making a category stricter makes its groups stricter, and making it public restores them", async () => {
  const [mira, stranger] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const category = await buildCategory(muster);
  const open = await buildGroup(muster, { owner: mira, category });
  const hidden = await buildGroup(muster, { owner: mira, category, visibility: "hidden" });
  const set = (visibility: "public" | "hidden" | "system") =>
    admin.api.groups.categories[":id"].$patch({ param: { id: category.id }, json: { visibility } });
  const seenAs = async (who: typeof mira, id: string) => {
    const response = await who.api.groups[":id"].$get({ param: { id } });
    return response.ok ? (await response.json()).effectiveVisibility : response.status;
  };
  await set("hidden");
  expect(await seenAs(stranger, open.id)).toBe(404);
  expect(await seenAs(mira, open.id)).toBe("hidden");
  await set("system");
  expect(await seenAs(mira, hidden.id)).toBe("system");
  await set("public");
  expect(await seenAs(stranger, open.id)).toBe("public");
  expect(await seenAs(mira, hidden.id)).toBe("hidden");
});

test("a category with groups cannot be deleted, and the error says how many there are", async () => {
  const mira = await buildUser(muster);
  const category = await buildCategory(muster, { name: "Logistics" });
  const remove = () =>
    admin.api.groups.categories[":id"].$delete({
      param: { id: category.id },
      json: { name: "Logistics" },
    });
  const group = await buildGroup(muster, { owner: mira, category, name: "Freighters" });
  await expectRefusal(remove(), 409, "Logistics still has 1 group. Move or delete its groups");
  await buildGroup(muster, { owner: mira, category, visibility: "system" });
  await expectRefusal(remove(), 409, "Logistics still has 2 groups.");

  await mira.api.groups[":id"].$delete({ param: { id: group.id }, json: { name: "Freighters" } });
  await expectRefusal(remove(), 409, "Logistics still has 1 group.");
});

test("a category cannot be deleted while a group is created in it", async () => {
  const mira = await buildUser(muster);
  for (const isReversed of [false, true]) {
    const { id } = await buildCategory(muster, { name: "Doomed" });
    const name = `New in ${id}`;
    const json = { categoryId: id, name, visibility: "public", joinMode: "open" } as const;
    const create = () => mira.api.groups.$post({ json });
    const remove = () =>
      admin.api.groups.categories[":id"].$delete({ param: { id }, json: { name: "Doomed" } });
    const both = isReversed ? [remove(), create()] : [create(), remove()];
    const statuses = (await Promise.all(both)).map((response) => response.status);
    expect(Math.max(...statuses)).toBeLessThan(500);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
  }
});

test("deleting an empty category checks its name, and of two at once, one finds none", async () => {
  const category = await buildCategory(muster, { name: "Old Wars" });
  const remove = (name: string) =>
    admin.api.groups.categories[":id"].$delete({ param: { id: category.id }, json: { name } });
  await expectRefusal(remove("old wars"), 400, /^The name must be that of the category/);
  const atOnce = await Promise.all([remove("Old Wars"), remove("Old Wars")]);
  expect(atOnce.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404]);
});

test("the log keeps who created, changed and deleted a category, also after its deletion", async () => {
  const created = await (await admin.api.groups.categories.$post({ json: industry })).json();
  const param = { id: created.id };
  const json = { allowGroupCreation: "admin_only", description: null } as const;
  await admin.api.groups.categories[":id"].$patch({ param, json });
  await admin.api.groups.categories[":id"].$patch({ param, json });
  await admin.api.groups.categories[":id"].$delete({ param, json: { name: "Industry" } });
  const events = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.categoryId, created.id))
    .orderBy(auditEvents.id);
  expect(events).toMatchObject([
    { kind: "category_created", actorId: admin.userId, actorName: "Aurelia Voss" },
    {
      kind: "category_updated",
      detail: {
        changes: {
          description: { from: "Those who build.", to: null },
          allowGroupCreation: { from: "anyone", to: "admin_only" },
        },
      },
    },
    { kind: "category_deleted", categoryName: "Industry", groupId: null },
  ]);
});

test("there are at most a hundred categories", async () => {
  const existing = await db.$count(categories);
  for (let n = existing; n < MAX_CATEGORIES - 1; n++) await buildCategory(muster);
  const create = () => admin.api.groups.categories.$post({ json: industry });
  const statuses = (await Promise.all([create(), create()])).map((response) => response.status);
  expect(new Set(statuses)).toEqual(new Set([201, 409]));
  expect(await idsSeenBy(admin)).toHaveLength(MAX_CATEGORIES);
});
