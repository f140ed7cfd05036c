import { and, eq, exists, or, sql } from "drizzle-orm";
import type { ActivityPage, GroupEvent, NamedUser } from "#shared/events/activity.ts";
import { conditionsOf } from "#shared/requirements/conditions.ts";
import type { Condition } from "#shared/requirements/tree.ts";
import {
  prepareGroupNames,
  readGroupPage,
  selectGroupActivity,
  toGroupActivity,
} from "#worker/audit/service.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isShownGrace } from "#worker/requirements/problems.ts";
import { shownCauses } from "#worker/requirements/shown-causes.ts";
import { hasPendingInvitation, hasPendingRequest } from "#worker/access/pending.ts";
import { requireAbilityToRead, requireVisible } from "./authorized-group.ts";
import { selectGroup } from "./group-row.ts";
import { selectCategoryNames } from "./store.ts";

const groupId = sql.placeholder("groupId");
const isMember = exists(
  orm
    .select()
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, users.id))),
);
const selectNames = prepareGroupNames(
  sql`(${or(
    isMember,
    hasPendingRequest(sql`${groupId}`, users.id),
    hasPendingInvitation(sql`${groupId}`, users.id, sql.placeholder("now")),
  )})`,
);

/** A page of the group's log. Only system administrators get the names that would disclose alts or system categories. */
export async function listActivity(
  { db }: Context,
  actor: UserActor,
  id: string,
  cursor: string | undefined,
): Promise<ActivityPage> {
  const page = readGroupPage(id, cursor);
  const [[row], events, categories, names] = await runBatch(db, [
    selectGroup(actor.userId, id),
    selectGroupActivity(page),
    selectCategoryNames(),
    selectNames({ ...page, now: Date.now() }),
  ]);
  requireAbilityToRead(requireVisible(row, actor), "seeActivity");
  const activity = toGroupActivity(events);
  if (actor.isAdmin) return activity;
  const shownCategories = new Set(categories.map(({ name }) => name));
  const shownNames = new Map(names.map(({ userId, name }) => [userId, name]));
  return {
    ...activity,
    items: activity.items
      .filter(isShownGrace)
      .map((event) =>
        withShownCauses(
          withShownCategories(withPresentNames(event, shownNames), shownCategories),
          actor,
        ),
      ),
  };
}

/** The event with present names, and without the users who are no longer on any list of the group. */
function withPresentNames(event: GroupEvent, names: Map<string, string>): GroupEvent {
  const present = (user: NamedUser | null): NamedUser | null => {
    if (user?.userId == null) return user;
    const name = names.get(user.userId);
    return name === undefined ? { userId: null, name: null } : { userId: user.userId, name };
  };
  return { ...event, actor: present(event.actor), subject: present(event.subject) };
}

/**
 * The event without the characters and the id of other users, and without rules that may name groups that the reader does not see. Guests
 * read no causes: they say what a sheet says.
 */
function withShownCauses(event: GroupEvent, { isGuest }: UserActor): GroupEvent {
  const { causes, rule, formerOwnerId: _, ...detail } = event.detail;
  const trees = [rule?.from?.tree, rule?.to?.tree].flatMap((tree) => tree ?? []);
  const namesGroups = trees.some((tree) => conditionsOf(tree).some(isAboutGroups));
  return {
    ...event,
    detail: {
      ...detail,
      ...(rule !== undefined && !namesGroups && { rule }),
      ...(causes !== undefined && {
        causes: isGuest ? [] : shownCauses(causes, NOTHING_SHOWN),
      }),
    },
  };
}

const NOTHING_SHOWN = { isCharacterShown: () => false, isGroupShown: () => false };

function isAboutGroups({ type }: Condition): boolean {
  return type === "member_of";
}

/**
 * The event without the names of system categories. The log has names and no ids, so it also leaves out the former name of a
 * category that was renamed or deleted.
 */
function withShownCategories(event: GroupEvent, shown: Set<string>): GroupEvent {
  const move = event.detail.changes?.["categoryName"];
  if (move === undefined) return event;
  const shownName = (name: string | null) => (name !== null && shown.has(name) ? name : null);
  const categoryName = { from: shownName(move.from), to: shownName(move.to) };
  return {
    ...event,
    detail: { ...event.detail, changes: { ...event.detail.changes, categoryName } },
  };
}
