import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { GroupAbilities } from "#shared/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { standingOf } from "./group-row.ts";
import type { GroupRow } from "./group-row.ts";
import { abilitiesOf, canSee } from "./policy.ts";

/** A group that the actor may see, and what the actor may do with it. */
export type SeenGroup = GroupRow & { can: GroupAbilities };

type Sight = "invite" | "reviewRequests" | "seeActivity";

/** The group, if the actor may see it. */
function ifSeen(row: GroupRow | undefined, actor: UserActor): SeenGroup | undefined {
  if (row === undefined) return undefined;
  const standing = standingOf(row, actor);
  return canSee(standing) ? { ...row, can: abilitiesOf(standing) } : undefined;
}

/** Throws `not_found` alike for what does not exist and for what the actor may not see. */
export function requireSeen(row: GroupRow | undefined, actor: UserActor): SeenGroup {
  const seen = ifSeen(row, actor);
  if (seen === undefined) throw new ApiError("not_found", "Group not found");
  return seen;
}

/** The group of a request, an invitation or a code, if the actor may see those of that group. */
export function ifManaged(
  row: GroupRow | undefined,
  actor: UserActor,
  ability: Sight,
): SeenGroup | undefined {
  const seen = ifSeen(row, actor);
  return seen?.can[ability] ? seen : undefined;
}

/** Requires an ability that the owner has, but not every admin. */
export function requireOwnership(
  seen: SeenGroup,
  ability: "edit" | "delete" | "transfer" | "manageAdmins",
) {
  if (!seen.can[ability]) {
    throw new ApiError("forbidden", `Only the owner of ${seen.name} may do this.`);
  }
}

/** Requires an ability that the owner and the admins have. */
export function requireManagement(
  seen: SeenGroup,
  ability: "manageMembers" | "invite" | "reviewRequests",
) {
  if (!seen.can[ability]) {
    throw new ApiError("forbidden", `Only the owner and the admins of ${seen.name} may do this.`);
  }
}

/** What the managers of a group see and others do not answers 404 to those, as the group itself would. */
export function requireSight(seen: SeenGroup, ability: Sight): void {
  if (!seen.can[ability]) {
    throw new ApiError("not_found", `This shows to the owner and the admins of ${seen.name} only.`);
  }
}

/** Holds while what the rules looked at is as it was: the actor's role, how one joins, who sees the group. */
export function isUnchanged(seen: SeenGroup, actor: UserActor): SQL {
  return sql`groups.join_mode = ${seen.joinMode} and groups.effective_visibility = ${seen.effectiveVisibility}
    and (select role from group_members
      where group_id = groups.id and user_id = ${actor.userId}) is ${seen.role}`;
}
