import { t } from "#web/language/macros.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { RequestToReview } from "#shared/groups/requests.ts";
import { byAge, requestsQuery } from "#web/groups/requests/queries.ts";
import { toSearch } from "#web/groups/requests/request-filters.ts";
import type { RequestFilters } from "#web/groups/requests/request-filters.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { useLetters } from "#web/lib/use-letters.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

type Current = Pick<RequestToReview, "id" | "createdAt">;
type Options = ReturnType<typeof requestsQuery>;

/** J and K open the next and the previous request of the list, as it is filtered: also from one that has left it by a decision. */
export function useNeighbours(
  groupId: string,
  filters: RequestFilters,
  current: Current | undefined,
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const userId = useSession().user?.id;
  const search = toSearch(filters);
  /** `wraps`: after the last one comes the first, and the group's list if nothing waits. */
  const go = async (step: 1 | -1, wraps = false) => {
    if (!current) return;
    try {
      const options = requestsQuery(groupId, filters, userId);
      const { found, first, isListed } = await neighbourOf(client, options, current, step);
      const next = found ?? (wraps || !isListed ? first : undefined);
      if (next) void navigate(paths.groupRequest(groupId, next.id) + search);
      else if (!isListed) void navigate(`${paths.group(groupId)}?tab=requests`);
    } catch {
      toast.error(t`The requests could not be loaded`);
    }
  };
  useLetters({ j: () => void go(1), k: () => void go(-1) });
  return { openNext: () => void go(1, true) };
}

/** The request before or after this one, by age. Reads on where the loaded pages end before it. */
async function neighbourOf(
  client: QueryClient,
  options: Options,
  current: Current,
  step: 1 | -1,
): Promise<{ found?: Current; first?: Current; isListed: boolean }> {
  let data = await client.fetchInfiniteQuery(options);
  const isAfter = (one: Current) => byAge(one, current) > 0;
  while (!itemsOf(data).some(isAfter) && data.pages.at(-1)?.nextCursor) {
    const pages = data.pages.length + 1;
    // Each page begins where the one before it ends.
    // oxlint-disable-next-line no-await-in-loop
    data = await client.fetchInfiniteQuery({ ...options, pages, staleTime: 0 });
  }
  const requests = itemsOf(data);
  const found =
    step === 1 ? requests.find(isAfter) : requests.findLast((one) => byAge(one, current) < 0);
  const first = requests.find(({ id }) => id !== current.id);
  return {
    ...(found && { found }),
    ...(first && { first }),
    isListed: requests.some(({ id }) => id === current.id),
  };
}
