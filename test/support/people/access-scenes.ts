import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { isKeyOf } from "#test/support/answers/records.ts";
import { ROLES } from "#test/worker/access-row.ts";
import type { Role, Row, SceneIds } from "#test/worker/access-row.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { prepareProgram } from "#test/support/applications/application-rows.ts";
import { prepareSignIn, prepareUser } from "./builders.ts";
import type { BuiltUser } from "./builders.ts";
import {
  buildCategory,
  prepareCode,
  prepareGroup,
  prepareInvitation,
  prepareOperation,
  prepareRequest,
} from "./group-builders.ts";
import type { Community } from "#test/support/workerd/harness.ts";
import { prepareManaged } from "#test/support/discord/managed-builders.ts";
import { proofCookie } from "./proof-cookie.ts";
import { MAPPED_ROLE_ID, prepareServer } from "#test/support/discord/server-rows.ts";
import { prepareHeld } from "#test/support/requirements/requirement-builders.ts";
import { prepareReview } from "#test/support/reviews/review-builders.ts";
import { write } from "#test/support/answers/write.ts";

type Visibility = "public" | "hidden";

/**
 * Calls the routes of the access table, each call in a fresh scene; with `sharesUnchanged`, those reads and calls of a role that
 * should be refused share one.
 */
export async function openScenes(
  muster: Community,
  administrator: BuiltUser,
  { sharesUnchanged = false } = {},
) {
  // Few of them: there is a limit.
  const categories = {
    public: await buildCategory(muster),
    hidden: await buildCategory(muster, { visibility: "hidden" }),
  };
  const empty = await buildCategory(muster, { name: "Empty" });

  /** A fresh group with everybody in and around it, in one batch. */
  async function buildGround(visibility: Visibility) {
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
    const operation = prepareOperation(muster, group, owner);
    const { managed, ...insertManaged } = prepareManaged(muster, otherMember.mainCharacterId);
    const held = prepareHeld(muster, group);
    const review = prepareReview(muster, group);
    const server = prepareServer(muster);
    const program = await prepareProgram(muster, { groupIds: [group.id] });
    await write(
      muster,
      ...people,
      insertGroup,
      insertCode,
      request,
      invitation,
      operation,
      insertManaged,
      held,
      review,
      server,
      program,
    );
    const actors: Record<Role, BuiltUser> = {
      anonymous: stranger,
      stranger,
      member,
      "group admin": admin,
      owner,
      "system administrator": administrator,
    };
    const ids = {
      group: group.id,
      category: group.categoryId,
      emptyCategory: empty.id,
      otherMember: otherMember.userId,
      otherAdmin: otherAdmin.userId,
      request: request.id,
      invitation: invitation.id,
      operation: operation.id,
      codeId: code.id,
      code: code.code,
      newcomer: newcomer.mainCharacterName,
      administratorCharacter: String(AURELIA_VOSS_ID),
      heldChange: held.id,
      review: review.id,
      discordServer: server.id,
      discordRole: MAPPED_ROLE_ID,
      ...managed,
      ...program.ids,
    };
    return { ids, actors, everybody: [...people.map(({ user }) => user), administrator] };
  }

  const unchanged: Record<string, ReturnType<typeof buildGround>> = {};

  /** With a fresh session of the one who acts. */
  async function buildScene(role: Role, visibility: Visibility, isUnchanged: boolean) {
    const ground = isUnchanged
      ? (unchanged[`${role} ${visibility}`] ??= buildGround(visibility))
      : undefined;
    const { actors, everybody, ...scene } = await (ground ?? buildGround(visibility));
    const actor = actors[role];
    const session = await prepareSignIn(actor.userId, actor.mainCharacterId);
    await write(muster, {
      statements: [muster.context.db.insert(sessions).values(session.row)],
    });
    const ids: SceneIds = {
      ...scene.ids,
      ownSession: session.row.id,
      note: "note-of-others",
      ownMain: String(actor.mainCharacterId),
    };
    const others = everybody.filter(
      ({ userId }) => role === "anonymous" || userId !== actor.userId,
    );
    return { ids, others, signIn: role === "anonymous" ? undefined : session };
  }

  /** The request of a route as a role, ready to be sent, and who else is in the scene. */
  async function prepareCall(route: string, row: Row, role: Role, visibility: Visibility) {
    const [method = "", pattern = ""] = route.split(" ");
    const isRefused = (row.statuses[ROLES.indexOf(role)] ?? 0) >= 400;
    const isUnchanged = sharesUnchanged && (method === "GET" || isRefused);
    const { ids, others, signIn } = await buildScene(role, visibility, isUnchanged);
    const given = (row.ids ?? []).map((name) => ids[name]);
    const path = pattern.replaceAll(/:\w+/g, () => given.shift() ?? "missing");
    const filled = (text: string) =>
      text.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        isKeyOf(ids, name) ? ids[name] : "missing",
      );
    const body = row.body === undefined ? undefined : filled(JSON.stringify(row.body));
    const init = {
      method,
      headers: {
        ...(signIn && {
          authorization: `Bearer ${signIn.token}`,
          cookie: proofCookie(signIn.proof),
        }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body }),
    };
    return { path: path + filled(row.query ?? ""), init, ids, others };
  }

  return { prepareCall };
}
