import { queryOptions } from "@tanstack/react-query";
import type { Act, Consequences } from "#shared/consequences.ts";
import { api, body } from "#web/lib/api/api.ts";

/** The acts whose consequences are read: a page that lists drift knows them already. */
export type AskedAct = Exclude<Act, "drift">;

/** What would follow now: read again whenever a dialog opens. */
export function consequencesQuery(act: AskedAct, id: string) {
  return queryOptions({
    queryKey: ["consequences", act, id],
    queryFn: (): Promise<Consequences> =>
      act === "group"
        ? body(api.groups[":id"].consequences.$get({ param: { id } }))
        : body(api.admin.consequences.$get({ query: { act, id } })),
    staleTime: 0,
    gcTime: 0,
  });
}
