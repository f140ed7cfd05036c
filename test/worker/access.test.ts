import { isKeyOf } from "#test/support/records.ts";
import { expect, test, vi } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser, prepareUser } from "#test/support/builders.ts";
import type { BuiltUser } from "#test/support/builders.ts";
import {
  buildCategory,
  prepareCode,
  prepareGroup,
  prepareInvitation,
  prepareRequest,
} from "#test/support/group-builders.ts";
import { FLOWS_WITHOUT_CALLS } from "#test/support/flows-without-calls.ts";
import { prepareManaged } from "#test/support/corporation-builders.ts";
import { startMuster } from "#test/support/harness.ts";
import { write } from "#test/support/write.ts";
import { app } from "#worker/app.ts";
import { prepareSession } from "#worker/auth/sessions/sessions.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { ROLES } from "./access-row.ts";
import type { Role, Row, SceneIds } from "./access-row.ts";
import { ACCESS } from "./access-table.ts";

/** What the Worker asks EVE and Discord. */
const network = vi.spyOn(globalThis, "fetch");

const muster = await startMuster();
const administrator = await buildUser(muster, {
  name: "Aurelia Voss",
  characterId: AURELIA_VOSS_ID,
});

// Few of them: there is a limit.
const categories = {
  public: await buildCategory(muster),
  hidden: await buildCategory(muster, { visibility: "hidden" }),
};
const empty = await buildCategory(muster, { name: "Empty" });

/** A fresh group with everybody in and around it, and a fresh session of the one who acts; all in one batch. */
async function buildScene(role: Role, visibility: "public" | "hidden") {
  const people = await Promise.all(Array.from({ length: 9 }, () => prepareUser(muster)));
  const [owner, admin, member, stranger, otherMember, otherAdmin, asker, invitee, newcomer] =
    people.map(({ user }) => user);
  if (!owner || !admin || !member || !stranger || !otherMember || !otherAdmin) throw new Error();
  if (!asker || !invitee || !newcomer) throw new Error();
  const { group, ...insertGroup } = prepareGroup(muster, {
    owner,
    admins: [admin, otherAdmin],
    members: [member, otherMember],
    name: "Scouts",
    joinMode: "approval",
    visibility,
    category: categories[visibility],
  });
  const { code, ...insertCode } = await prepareCode(muster, group, owner);
  const request = prepareRequest(muster, group, asker);
  const invitation = prepareInvitation(muster, group, invitee, owner);
  const { managed, ...insertManaged } = prepareManaged(muster, otherMember.mainCharacterId);
  const actor: BuiltUser = {
    anonymous: stranger,
    stranger,
    member,
    "group admin": admin,
    owner,
    "system administrator": administrator,
  }[role];
  const session = await prepareSession(actor.userId, actor.mainCharacterId, undefined);
  const signIn = { statements: [muster.context.db.insert(sessions).values(session.row)] };
  await write(
    muster,
    ...people,
    insertGroup,
    insertCode,
    request,
    invitation,
    insertManaged,
    signIn,
  );
  const ids: SceneIds = {
    group: group.id,
    category: group.categoryId,
    emptyCategory: empty.id,
    otherMember: otherMember.userId,
    otherAdmin: otherAdmin.userId,
    request: request.id,
    invitation: invitation.id,
    codeId: code.id,
    code: code.code,
    newcomer: newcomer.mainCharacterName,
    administratorCharacter: String(AURELIA_VOSS_ID),
    ownSession: session.row.id,
    ownMain: String(actor.mainCharacterId),
    ...managed,
  };
  return { ids, token: role === "anonymous" ? undefined : session.token };
}

async function call(
  route: string,
  row: Row,
  role: Role,
  visibility: "public" | "hidden",
): Promise<number> {
  const { ids, token } = await buildScene(role, visibility);
  const [method = "", pattern = ""] = route.split(" ");
  const given = (row.ids ?? []).map((name) => ids[name]);
  const path = pattern.replaceAll(/:\w+/g, () => given.shift() ?? "missing");
  const body =
    row.body === undefined
      ? undefined
      : JSON.stringify(row.body).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          isKeyOf(ids, name) ? ids[name] : "missing",
        );
  const response = await muster.send(path + (row.query ?? ""), {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body }),
  });
  tagged.push(...(response.headers.has("etag") ? [route] : []));
  return response.status;
}

/** The routes whose answers had an ETag. */
const tagged: string[] = [];

test("the access table covers every route and nothing else", () => {
  const routes = app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(ACCESS).toSorted()).toEqual([...new Set(routes)].toSorted());
});

for (const [route, row] of Object.entries(ACCESS)) {
  test(`${route} answers each role as it should`, async () => {
    const answered: Partial<Record<Role, number>> = {};
    network.mockClear();
    for (const role of ROLES) answered[role] = await call(route, row, role, "public");
    expect(answered).toEqual(
      Object.fromEntries(ROLES.map((role, index) => [role, row.statuses[index]])),
    );
    expect(FLOWS_WITHOUT_CALLS.includes(route) ? network.mock.calls : []).toEqual([]);
  });

  if (row.hidden === null) continue;
  test(`${route} answers a stranger to a hidden group as if there were none`, async () => {
    const answered: Partial<Record<Role, number>> = {};
    for (const role of ROLES) answered[role] = await call(route, row, role, "hidden");
    const expected = ROLES.map((role, index) => [role, row.statuses[index]]);
    expect(answered).toEqual({ ...Object.fromEntries(expected), stranger: row.hidden ?? 404 });
  });
}

test("no answer has a cache tag, which could disclose what its viewer cannot see", () => {
  expect(tagged).toEqual([]);
});
