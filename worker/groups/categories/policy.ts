import type { CategoryAbilities, GroupCreation } from "#shared/groups/categories.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";

/** What the actor may do with a category that the actor may see (`store.ts` has that rule in SQL). */
export function abilitiesOf(
  { allowGroupCreation }: { allowGroupCreation: GroupCreation },
  { isAdmin, isGuest }: Pick<UserActor, "isAdmin" | "isGuest">,
): CategoryAbilities {
  return {
    createGroup: isAdmin || (!isGuest && allowGroupCreation === "anyone"),
    edit: isAdmin,
    delete: isAdmin,
  };
}
