import { eq } from "drizzle-orm";
import type { UpdateGroup } from "#shared/groups/groups.ts";
import type { UndoChange, UndoPreview } from "#shared/pilots/undo.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { startWithSuspensions } from "#test/support/people/suspension-builders.ts";

type Of = { id: string };
type Who = { userId: string };

/** A Muster with an administrator who acts and one who undoes, and what both do. */
export async function startUndoing() {
  const { muster, admin, otherAdmin: undoer, suspend } = await startWithSuspensions();
  const { db } = muster.context;

  /** The span from `since` to the moment of each call. */
  function spanOf({ userId }: Who, since: number) {
    const query = () => ({
      userId,
      from: new Date(since).toISOString(),
      to: new Date(Date.now() + 1000).toISOString(),
    });
    async function preview() {
      const asked = query();
      const answer = await undoer.api.admin.undo.$get({ query: asked });
      if (!answer.ok) throw new Error(`The preview failed: ${answer.status}.`);
      return { ...(await answer.json()), asked };
    }
    const apply = ({ asked, digest }: { asked: ReturnType<typeof query>; digest: string }) =>
      undoer.api.admin.undo.$post({ json: { ...asked, digest } });
    return { preview, apply, undo: async () => (await apply(await preview())).json() };
  }

  /** A span that begins at a moment which no event of before shares. */
  async function begin(who: Who) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    return spanOf(who, Date.now());
  }

  const seatsOf = (group: Of) =>
    db
      .select({ userId: groupMembers.userId, role: groupMembers.role, endsAt: groupMembers.endsAt })
      .from(groupMembers)
      .where(eq(groupMembers.groupId, group.id))
      .orderBy(groupMembers.userId);

  async function settingsOf(group: Of) {
    const [row] = await db.select().from(groups).where(eq(groups.id, group.id));
    if (row === undefined) throw new Error("The group is gone.");
    const { version: _, memberCount: __, memberRank: ___, ...settings } = row;
    return settings;
  }

  const eventsOf = (group: Of) =>
    db.select().from(auditEvents).where(eq(auditEvents.groupId, group.id)).orderBy(auditEvents.id);

  /** Players by these names. */
  const people = <const Names extends readonly string[]>(...names: Names) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a user for each name, in their order
    Promise.all(names.map((name) => buildUser(muster, { name }))) as Promise<{
      -readonly [Index in keyof Names]: BuiltUser;
    }>;

  return { muster, admin, undoer, suspend, begin, seatsOf, settingsOf, eventsOf, people };
}

export const add = (who: BuiltUser, group: Of, ...people: Who[]) =>
  who.api.admin.pilots.bulk.$post({
    json: { action: "add", groupId: group.id, userIds: people.map(({ userId }) => userId) },
  });
export const remove = (who: BuiltUser, { id }: Of, { userId }: Who) =>
  who.api.groups[":id"].members[":userId"].$delete({ param: { id, userId } });
export const appoint = (who: BuiltUser, { id }: Of, { userId }: Who) =>
  who.api.groups[":id"].admins.$post({ param: { id }, json: { userId } });
export const dismiss = (who: BuiltUser, { id }: Of, { userId }: Who) =>
  who.api.groups[":id"].admins[":userId"].$delete({ param: { id, userId } });
export const transfer = (who: BuiltUser, { id }: Of, { userId }: Who) =>
  who.api.groups[":id"].transfer.$post({ param: { id }, json: { newOwnerId: userId } });
export const edit = (who: BuiltUser, { id }: Of, json: UpdateGroup) =>
  who.api.groups[":id"].$patch({ param: { id }, json });
export const setEnd = (who: BuiltUser, { id }: Of, { userId }: Who, days: number | null) =>
  who.api.groups[":id"].members.ends.$put({
    param: { id },
    json: { userIds: [userId], end: days === null ? { kind: "none" } : { kind: "days", days } },
  });

function inWords(change: UndoChange): string {
  if (change.kind === "setting") return `${change.field}: ${change.from} > ${change.to}`;
  return "role" in change ? `${change.kind} ${change.role}` : change.kind;
}

export const stepsIn = ({ steps }: Pick<UndoPreview, "steps">) =>
  steps.map(({ person, change }) => [person?.name ?? null, inWords(change)]);

export const staysIn = ({ stays }: Pick<UndoPreview, "stays">) =>
  stays.map(({ event, because, changed }) => [event.kind, because, changed?.name ?? null]);
