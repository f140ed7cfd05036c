import { mutationOptions } from "@tanstack/react-query";
import { MAX_ENDS_AT_ONCE } from "#shared/groups/ends.ts";
import type { SetEnds } from "#shared/groups/ends.ts";
import { groupMutationDefaults } from "#web/groups/group/cache.ts";
import { api, body } from "#web/lib/api/api.ts";

type Input = SetEnds & { groupId: string };

/** One call after the other: each takes a limited number of members. Returns how many have another end. */
export const setEndsMutation = mutationOptions({
  mutationFn: async ({ groupId, userIds, end }: Input) => {
    let changed = 0;
    for (let from = 0; from < userIds.length; from += MAX_ENDS_AT_ONCE) {
      const answer = await body(
        api.groups[":id"].members.ends.$put({
          param: { id: groupId },
          json: { userIds: userIds.slice(from, from + MAX_ENDS_AT_ONCE), end },
        }),
      );
      changed += answer.changed;
    }
    return changed;
  },
  ...groupMutationDefaults(),
});
