import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup, buildInvitation } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";

const muster = await startMuster();
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
const category = await buildCategory(muster);

const create = (who: BuiltUser, name: string, given: { allowDuplicateName?: boolean } = {}) =>
  who.api.groups.$post({
    json: {
      categoryId: category.id,
      name,
      description: null,
      visibility: "public",
      joinMode: "open",
      ...given,
    },
  });
const rename = (who: BuiltUser, id: string, json: { name: string; allowDuplicateName?: boolean }) =>
  who.api.groups[":id"].$patch({ param: { id }, json });

async function expectDuplicate(pending: Promise<Response>) {
  const response = await pending;
  const message = "A group with this name already exists.";
  expect(response.status).toBe(409);
  expect(await readError(response)).toMatchObject({
    code: "duplicate_name",
    message,
    fields: { name: message },
  });
}

test("using the name of another visible group needs a confirmation", async () => {
  const [owner, mira] = [await buildUser(muster), await buildUser(muster)];
  await buildGroup(muster, { owner, category, name: "Home Defence" });
  for (const name of ["Home Defence", "HOME  defence", " home\u200b defence "]) {
    await expectDuplicate(create(mira, name));
  }
  muster.costs.reset();
  const created = await create(mira, "Home Defence", { allowDuplicateName: true });
  expect(created.status).toBe(201);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(3);
  muster.costs.reset();
  expect((await create(mira, "Home Offence")).status).toBe(201);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(4);
});

test("renaming needs a confirmation too, but not for the group's own name", async () => {
  const mira = await buildUser(muster);
  await buildGroup(muster, { owner: mira, category, name: "Logistics" });
  const { id } = await buildGroup(muster, { owner: mira, category, name: "Repairs" });
  await expectDuplicate(rename(mira, id, { name: "logistics" }));
  expect((await rename(mira, id, { name: "REPAIRS" })).status).toBe(200);
  const allowed = await rename(mira, id, { name: "Logistics", allowDuplicateName: true });
  expect(allowed.status).toBe(200);
  expect((await rename(mira, id, { name: "LOGISTICS" })).status).toBe(200);
});

test("only groups that the user sees count", async () => {
  const [owner, member, invitee] = [
    await buildUser(muster),
    await buildUser(muster),
    await buildUser(muster),
  ];
  const hidden = { owner, members: [member], category, visibility: "hidden" as const };
  const secret = await buildGroup(muster, { ...hidden, name: "Secret Fleet" });
  await buildInvitation(muster, secret, invitee, owner);
  await buildGroup(muster, { ...hidden, name: "Watchlist", visibility: "system" });

  for (const who of [owner, member, invitee, admin]) {
    await expectDuplicate(create(who, "Secret Fleet"));
  }
  for (const who of [owner, admin]) await expectDuplicate(create(who, "Watchlist"));
  expect((await create(member, "Watchlist")).status).toBe(201);
  expect((await create(await buildUser(muster), "secret fleet")).status).toBe(201);
});
