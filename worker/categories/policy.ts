import type { CategoryAbilities, GroupCreation } from "#shared/categories.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";

/** What the actor may do with a category that the actor sees; who sees it, `store.ts` says in SQL. */
export function abilitiesOf(
  { allowGroupCreation }: { allowGroupCreation: GroupCreation },
  { isAdmin }: Pick<UserActor, "isAdmin">,
): CategoryAbilities {
  return {
    createGroup: isAdmin || allowGroupCreation === "anyone",
    edit: isAdmin,
    delete: isAdmin,
  };
}
