import type { CategoryAbilities, GroupCreation } from "#shared/groups/categories.ts";
import { Allowed } from "#worker/access/allowed.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";

/** What the actor may do with a category that the actor may see (`store.ts` has that rule in SQL). */
export function categoryAbilitiesOf(
  { allowGroupCreation }: { allowGroupCreation: GroupCreation },
  { isAdmin, isGuest }: Pick<UserActor, "isAdmin" | "isGuest">,
): CategoryAbilities {
  return {
    createGroup: isAdmin || (!isGuest && allowGroupCreation === "anyone"),
    edit: isAdmin,
    delete: isAdmin,
  };
}

const policy = Symbol("categories");

export type OnCategories<Act extends string, Of> = Allowed<typeof policy, Act, Of, UserActor>;

export function requireNewCategory(actor: UserActor): OnCategories<"createCategory", null> {
  requireCategoryRights(actor);
  return new Allowed(policy, "createCategory", null, actor);
}

export function requireCategoryChange<Row extends { id: string }>(
  actor: UserActor,
  category: Row,
): OnCategories<"changeCategory", Row> {
  requireCategoryRights(actor);
  return new Allowed(policy, "changeCategory", category, actor);
}

function requireCategoryRights(actor: UserActor) {
  if (!actor.isAdmin) throw new ApiError("categories_by_administrators");
}
