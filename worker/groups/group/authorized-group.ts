import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { GroupAbilities } from "#shared/groups/groups.ts";
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

/** A group that the actor may see, and what the actor may do with it. */
export type AuthorizedGroup = GroupRow & { can: GroupAbilities };

/** Abilities of the owner alone. */
const OWNER_ABILITIES = ["edit", "delete", "transfer", "manageAdmins"] as const;
type OwnerAbility = (typeof OWNER_ABILITIES)[number];
/** Abilities that the owner and the admins share. */
type ManagerAbility = "manageMembers" | "invite" | "reviewRequests" | "seeActivity";

/** The group, if the actor may see it. */
function findVisible(row: GroupRow | undefined, actor: UserActor): AuthorizedGroup | undefined {
  return row && canSee(row, actor) ? { ...row, can: abilitiesOf(row, actor) } : undefined;
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

/** Throws `forbidden` unless the actor has the ability. */
export function requireAbility(group: AuthorizedGroup, ability: OwnerAbility | ManagerAbility) {
  if (group.can[ability]) return;
  const isForOwner = OWNER_ABILITIES.some((one) => one === ability);
  throw new ApiError(isForOwner ? "owner_only" : "managers_only", { name: group.name });
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
