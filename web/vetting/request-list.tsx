import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { RequestToReview } from "#shared/groups/requests.ts";
import { DAY_MS } from "#shared/time.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { RequestFilterBar, requestFilters } from "#web/groups/requests/request-filters.tsx";
import type { RequestFilters } from "#web/groups/requests/request-filters.tsx";
import { requestsQuery, byAge } from "#web/groups/requests/queries.ts";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { useSession } from "#web/lib/api/session.ts";
import { formatInteger } from "#web/lib/format.ts";
import { userName } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { useNow } from "#web/lib/time.ts";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { SideList, SideRow, SideRows } from "#web/ui/side-list.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { KEYS, useLetters } from "#web/lib/keys.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

const LONG_DAYS = 3;

type RequestListProps = {
  groupId: string;
  /** The request that is open. */
  requestId: string;
  filters: RequestFilters;
  onFilters: (filters: RequestFilters) => void;
};

/** Who waits, since when, and who talks to them: beside the page of one request, where there is room. */
export function RequestList({ groupId, requestId, filters, onFilters }: RequestListProps) {
  const userId = useSession().user?.id;
  const list = useInfiniteQuery(requestsQuery(groupId, filters, userId));
  const requests = itemsOf(list.data);
  const total = totalOf(list.data);
  return (
    <SideList
      title={t`Join requests`}
      count={total !== undefined && formatInteger(total)}
      filters={<RequestFilterBar isNarrow filters={filters} onChange={onFilters} />}
    >
      {list.isPending ? (
        <RowsSkeleton label={t`Loading requests`} rows={6} />
      ) : !list.data ? (
        <LoadFailed title={t`The requests could not be loaded`} onRetry={list.refetch} />
      ) : requests.length === 0 ? (
        <p className="p-4 text-sm text-text-2">
          {requestFilters.toSearch(filters) === ""
            ? t`No pending requests`
            : t`No request matches the filters`}
        </p>
      ) : (
        <SideRows
          label={t`Join requests`}
          more={<LoadMore list={list} shown={requests.length} total={total} />}
        >
          {requests.map((request) => (
            <Row
              key={request.id}
              request={request}
              search={requestFilters.toSearch(filters)}
              isOpen={request.id === requestId}
            />
          ))}
        </SideRows>
      )}
    </SideList>
  );
}

type RowProps = { request: RequestToReview; search: string; isOpen: boolean };

function Row({ request, search, isOpen }: RowProps) {
  const { id, groupId, mainCharacterId, mainCharacterName, createdAt, inTalks, assignee, facts } =
    request;
  const isLong = useNow("minute") - Date.parse(createdAt) > LONG_DAYS * DAY_MS;
  return (
    <SideRow
      to={paths.groupRequest(groupId, id) + search}
      isOpen={isOpen}
      end={
        <span
          className={
            isLong ? "shrink-0 text-xs font-medium text-warn" : "shrink-0 text-xs text-text-2"
          }
        >
          <RelativeTime at={createdAt} />
          {isLong && (
            <VisuallyHidden>
              {" "}
              {plural({ days: LONG_DAYS }, { one: "Over # day", other: "Over # days" })}
            </VisuallyHidden>
          )}
        </span>
      }
    >
      <PilotName
        isPlain
        characterId={mainCharacterId}
        name={mainCharacterName}
        ticker={facts.ticker}
      >
        {inTalks && (
          <>
            <Icon name="chat" size={14} />
            <VisuallyHidden>{t`In talks`}</VisuallyHidden>
          </>
        )}
        <span className="min-w-0 truncate">
          {assignee === null ? (
            t`No reviewer yet`
          ) : (
            <>
              <bdi aria-hidden="true">{userName(assignee.name)}</bdi>
              <VisuallyHidden>
                <Trans>
                  <bdi>{ph({ reviewerName: userName(assignee.name) })}</bdi> talks to them
                </Trans>
              </VisuallyHidden>
            </>
          )}
        </span>
      </PilotName>
    </SideRow>
  );
}

type Current = Pick<RequestToReview, "id" | "createdAt">;
type Options = ReturnType<typeof requestsQuery>;

/** J and K open the next and the previous request of the filtered list, also from a request that a decision has taken out of the list. */
export function useNeighbours(
  groupId: string,
  filters: RequestFilters,
  current: Current | undefined,
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const userId = useSession().user?.id;
  const search = requestFilters.toSearch(filters);
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
  useLetters({ [KEYS.next]: () => void go(1), [KEYS.previous]: () => void go(-1) });
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
  const isAfter = (request: Current) => byAge(request, current) > 0;
  while (!itemsOf(data).some(isAfter) && data.pages.at(-1)?.nextCursor) {
    const pages = data.pages.length + 1;
    // Each page begins where the one before it ends.
    // oxlint-disable-next-line no-await-in-loop
    data = await client.fetchInfiniteQuery({ ...options, pages, staleTime: 0 });
  }
  const requests = itemsOf(data);
  const found =
    step === 1
      ? requests.find(isAfter)
      : requests.findLast((request) => byAge(request, current) < 0);
  const first = requests.find(({ id }) => id !== current.id);
  return {
    ...(found && { found }),
    ...(first && { first }),
    isListed: requests.some(({ id }) => id === current.id),
  };
}
