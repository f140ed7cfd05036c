import { infiniteQueryOptions } from "@tanstack/react-query";
import type { WhoCan } from "#shared/pilots/who-can.ts";
import { groupKeys } from "#web/groups/group/keys.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";

/** Who was in a group at the end of a day; now, without one. */
export function whoCanQuery(id: string, on: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...groupKeys.one(id), "who-can", on ?? "now"],
    queryFn: ({ pageParam }): Promise<WhoCan> =>
      body(
        api.groups[":id"]["who-can"].$get({
          param: { id },
          query: { ...(on !== undefined && { on }), ...cursorParam(pageParam) },
        }),
      ),
    ...paging,
    staleTime: 10_000,
  });
}
