import { and, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { ActivityPage, GroupEvent, NamedUser } from "#shared/events/activity.ts";
import { fold } from "#shared/fold.ts";
import { conditionsOf, groupsNamedBy } from "#shared/requirements/conditions.ts";
import type { Condition } from "#shared/requirements/tree.ts";
import { olderThanOf, toGroupActivity } from "#worker/audit/service.ts";
import { prepareGroupNames, selectGroupEvents } from "#worker/audit/store.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isShownGrace } from "#worker/requirements/problems.ts";
import { shownCauses } from "#worker/requirements/shown-causes.ts";
import { isSeenBy } from "#worker/access/visibility.ts";
import { hasPendingInvitation, hasPendingRequest } from "#worker/access/pending.ts";
import { isMemberOf } from "#worker/access/membership.ts";
import { requireAbilityToRead, requireVisible } from "./authorized-group.ts";
import { selectGroup } from "./group-row.ts";
import { selectCategoryNames } from "./store.ts";

const groupId = sql.placeholder("groupId");
const isMember = isMemberOf(groupId, users.id);
const selectNames = prepareGroupNames(
  sql`(${or(
    isMember,
    hasPendingRequest(sql`${groupId}`, users.id),
    hasPendingInvitation(sql`${groupId}`, users.id, sql.placeholder("now")),
  )})`,
);

const own = alias(groupMembers, "own");
const userId = sql.placeholder("userId");

/** Groups of these names that the reader, who is no system administrator, sees. */
const selectSeen = prepare({ name: groups.name }, (fields) =>
  orm
    .select(fields)
    .from(groups)
    .leftJoin(own, and(eq(own.groupId, groups.id), eq(own.userId, userId)))
    .where(
      and(
        sql`${groups.nameFolded} in (select value from json_each(${sql.placeholder("namesFolded")}))`,
        isSeenBy({ userId, role: own.role }),
      ),
    ),
);

/** A page of the group's log. Only system administrators get the names that would disclose alts or system categories. */
export async function listActivity(
  { db }: Context,
  actor: UserActor,
  id: string,
  cursor: string | undefined,
): Promise<ActivityPage> {
  const olderThan = olderThanOf(cursor);
  const [[row], events, categories, names] = await runBatch(db, [
    selectGroup(actor.userId, id),
    selectGroupEvents(id, olderThan),
    selectCategoryNames(),
    selectNames({ groupId: id, olderThan, now: Date.now() }),
  ]);
  requireAbilityToRead(requireVisible(row, actor), "seeActivity");
  const activity = toGroupActivity(events);
  if (actor.isAdmin) return activity;
  const shownCategories = new Set(categories.map(({ name }) => name));
  const shownNames = new Map(names.map(({ userId, name }) => [userId, name]));
  const shownReviewers = await readShownReviewers(db, actor, activity.items);
  return {
    ...activity,
    items: activity.items.filter(isShownGrace).map((event) =>
      withShownCauses(
        withShown(withPresentNames(event, shownNames), {
          categoryName: shownCategories,
          reviewers: shownReviewers,
        }),
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
 * read no causes: they say what a sheet says. The killmail of a loss is left out: it tells whose alt was lost.
 */
function withShownCauses(event: GroupEvent, { isGuest }: UserActor): GroupEvent {
  const { causes, rule, formerOwnerId: _ownerId, killmailId: _lossId, ...detail } = event.detail;
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

function isAboutGroups(condition: Condition): boolean {
  return groupsNamedBy(condition).length > 0;
}

type ShownNames = Record<"categoryName" | "reviewers", ReadonlySet<string>>;

/**
 * The event without the names of system categories, and of reviewing groups that the reader does not see. The log has names and no
 * ids, so it also leaves out the former name of what was renamed or deleted.
 */
function withShown(event: GroupEvent, shown: ShownNames): GroupEvent {
  const { changes } = event.detail;
  if (changes === undefined) return event;
  const shownChange = (field: keyof ShownNames) => {
    const change = changes[field];
    const shownName = (name: string | null) =>
      name !== null && shown[field].has(name) ? name : null;
    return change && { [field]: { from: shownName(change.from), to: shownName(change.to) } };
  };
  const ofNames = { ...shownChange("categoryName"), ...shownChange("reviewers") };
  return { ...event, detail: { ...event.detail, changes: { ...changes, ...ofNames } } };
}

/** Another round trip for the few pages that name reviewing groups. */
async function readShownReviewers(
  db: Database,
  { userId }: UserActor,
  events: readonly GroupEvent[],
): Promise<ReadonlySet<string>> {
  const named = events.flatMap(({ detail: { changes } }) => {
    const { from = null, to = null } = changes?.reviewers ?? {};
    return [from, to].flatMap((name) => (name === null ? [] : [fold(name)]));
  });
  if (named.length === 0) return new Set();
  const namesFolded = JSON.stringify([...new Set(named)]);
  const seen = await run(db, selectSeen({ userId, namesFolded, now: Date.now() }));
  return new Set(seen.map(({ name }) => name));
}
