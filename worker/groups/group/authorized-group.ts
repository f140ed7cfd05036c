import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Category, Visibility } from "#shared/groups/categories.ts";
import type { GroupAbilities, UpdateGroup } from "#shared/groups/groups.ts";
import { Allowed } from "#worker/access/allowed.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { reviewsFor } from "#worker/access/reviewing.ts";
import { run } from "#worker/db/batch.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { selectGroup } from "./group-row.ts";
import type { GroupRow } from "./group-row.ts";
import { abilitiesOf, canSee } from "./policy.ts";

/** A group that the reader may see, and what the reader may do with it. */
export type AuthorizedGroup = GroupRow & { can: GroupAbilities; reader: UserActor };

/** Abilities of the owner alone. */
const OWNER_ABILITIES = ["edit", "delete", "transfer", "manageAdmins"] as const;
type OwnerAbility = (typeof OWNER_ABILITIES)[number];
/** Abilities that the owner and the admins share. */
type ManagerAbility = "manageMembers" | "invite" | "reviewRequests" | "seeActivity";

/** The group, if the actor may see it. */
function findVisible(row: GroupRow | undefined, actor: UserActor): AuthorizedGroup | undefined {
  return row && canSee(row, actor)
    ? { ...row, can: abilitiesOf(row, actor), reader: actor }
    : undefined;
}

/** Throws the same `not_found` for a group that does not exist and for one that the actor may not see. */
export function requireVisible(row: GroupRow | undefined, actor: UserActor): AuthorizedGroup {
  const group = findVisible(row, actor);
  if (group === undefined) throw new ApiError("no_such_group");
  return group;
}

/** Reads a group; throws `not_found` unless the actor may see it. */
export async function getAuthorizedGroup({ db }: Context, actor: UserActor, id: string) {
  const [row] = await run(db, selectGroup(actor.userId, id));
  return requireVisible(row, actor);
}

/** The group of a request, an invitation or a code, if the actor has the ability to manage those. */
export function findManaged(
  row: GroupRow | undefined,
  actor: UserActor,
  ability: ManagerAbility,
): AuthorizedGroup | undefined {
  const group = findVisible(row, actor);
  return group?.can[ability] ? group : undefined;
}

const policy = Symbol("group");

export type OfGroup = { group: AuthorizedGroup };

/** What the checks of a group allow. */
export type OnGroup<Act extends string, Of = OfGroup> = Allowed<typeof policy, Act, Of, UserActor>;

/** Throws `forbidden` unless the actor has the ability. */
export function requireAbility<Ability extends OwnerAbility | ManagerAbility>(
  group: AuthorizedGroup,
  ability: Ability,
): OnGroup<Ability> {
  if (group.can[ability]) return new Allowed(policy, ability, { group }, group.reader);
  const isForOwner = OWNER_ABILITIES.some((reserved) => reserved === ability);
  throw new ApiError(isForOwner ? "owner_only" : "managers_only", { name: group.name });
}

/** System groups are made and given their visibility by system administrators. */
function requireVisibility(actor: UserActor, visibility: Visibility) {
  if (visibility === "system" && !actor.isAdmin) throw new ApiError("system_group");
}

/** A new group in a category that the actor sees. */
export function requireCreation(
  actor: UserActor,
  category: Category,
  { visibility }: { visibility: Visibility },
): OnGroup<"create", { category: Category }> {
  requireVisibility(actor, visibility);
  requirePlace(category);
  return new Allowed(policy, "create", { category }, actor);
}

/** A new group in the category, or one that is moved to it. */
export function requirePlace(category: Category): void {
  if (!category.can.createGroup) throw new ApiError("category_closed", { name: category.name });
}

/** `next`: what becomes of the group. */
export type Edited = OfGroup & { next: AuthorizedGroup };

export function requireEdit(
  group: AuthorizedGroup,
  input: Omit<UpdateGroup, "allowDuplicateName">,
): OnGroup<"update", Edited> {
  requireAbility(group, "edit");
  const next = { ...group, ...input };
  if (next.visibility !== group.visibility) {
    requireVisibility(group.reader, next.visibility);
    if (!group.can.changeVisibility) throw new ApiError("system_visibility");
  }
  if (next.categoryId !== group.categoryId && !group.can.changeCategory) {
    throw new ApiError("category_kept");
  }
  return new Allowed(policy, "update", { group, next }, group.reader);
}

/** The community needs the group that decides who belongs to it. */
export function requireDeletion(group: AuthorizedGroup): OnGroup<"delete"> {
  const allowed = requireAbility(group, "delete");
  if (group.memberGroupId === group.id) {
    throw new ApiError("decides_community", { name: group.name });
  }
  return allowed;
}

/** Throws `not_found` unless the actor has the ability: data of managers does not exist for other users. */
export function requireAbilityToRead(group: AuthorizedGroup, ability: ManagerAbility): void {
  if (!group.can[ability]) {
    throw new ApiError("managers_only_read", { name: group.name });
  }
}

/** SQL condition on `groups`: the join mode, the visibility and the actor's role are those that `group` was read with. */
export function isUnchanged(group: AuthorizedGroup, actor: UserActor): SQL | undefined {
  return and(
    eq(groups.joinMode, group.joinMode),
    eq(groups.effectiveVisibility, group.effectiveVisibility),
    isRoleUnchanged(group, actor),
  );
}

/** SQL condition on `groups`: the actor's role is the one that `group` was read with, and a reviewer still reviews. */
export function isRoleUnchanged({ role, isReviewer }: AuthorizedGroup, { userId }: UserActor): SQL {
  const current = orm
    .select({ role: groupMembers.role })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, groups.id), eq(groupMembers.userId, userId)));
  return isReviewer
    ? sql`${current} is ${role} and ${reviewsFor(groups.id, userId)}`
    : sql`${current} is ${role}`;
}
