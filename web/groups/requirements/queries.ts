import { mutationOptions } from "@tanstack/react-query";
import type { SaveRule } from "#shared/requirements/rule.ts";
import { groupMutationDefaults } from "#web/groups/group/cache.ts";
import { api, body } from "#web/lib/api/api.ts";

export const saveRuleMutation = mutationOptions({
  mutationFn: ({ id, ...json }: SaveRule & { id: string }) =>
    body(api.groups[":id"].requirements.$put({ param: { id }, json })),
  ...groupMutationDefaults(),
});
