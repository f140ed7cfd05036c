import { queryOptions } from "@tanstack/react-query";
import { groupKeys } from "#web/groups/group/cache.ts";
import { api, body } from "#web/lib/api/api.ts";

/** A group's requirements, and what they say about the user. */
export function requirementsQuery(id: string) {
  return queryOptions({
    queryKey: groupKeys.part(id, "requirements"),
    queryFn: () => body(api.groups[":id"].requirements.$get({ param: { id } })),
  });
}
