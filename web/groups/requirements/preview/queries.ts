import { queryOptions } from "@tanstack/react-query";
import type { Rule } from "#shared/requirements/rule.ts";
import { groupKeys } from "#web/groups/group/keys.ts";
import { api, body } from "#web/lib/api/api.ts";

/** What saving the rule does with the user who has a character of this name. */
export function checkQuery(id: string, rule: Rule | null, characterName: string) {
  return queryOptions({
    queryKey: [...groupKeys.one(id), "check", JSON.stringify(rule), characterName],
    queryFn: ({ signal }) =>
      body(
        api.groups[":id"].requirements.check.$post(
          { param: { id }, json: { rule, characterName } },
          { init: { signal } },
        ),
      ),
    retry: false,
    staleTime: 60_000,
  });
}
