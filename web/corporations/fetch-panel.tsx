import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { corporationCategorySchema } from "#shared/corporations/corporations.ts";
import type {
  CategoryState,
  CorporationData,
  CorporationDetail,
  FetchCategory,
  FetchRun,
} from "#shared/corporations/corporations.ts";
import type { Message } from "#shared/language/messages.ts";
import { corporationKeys, corporationDataQuery, fetchMutation, isFetching } from "./queries.ts";
import { msg, ph, Plural, plural, t, Trans } from "#web/language/macros.ts";
import { say, sayShared } from "#web/language/messages.ts";
import { cx } from "#web/lib/cx.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { eveClock } from "#web/lib/time.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { StateChip, CATEGORY_LABELS } from "./data-panel.tsx";

const ALL = {
  label: msg({ context: "categories of data", message: "All" }),
  content: msg`All categories below`,
};
const STARTED: Record<FetchCategory, Message> = {
  all: msg`Started fetching all data...`,
  public: msg`Started fetching public data...`,
  core: msg`Started fetching core data...`,
  financial: msg`Started fetching financial data...`,
  assets: msg`Started fetching assets data...`,
  market: msg`Started fetching market data...`,
  killmails: msg`Started fetching killmails data...`,
  requirements: msg`Started fetching requirements data...`,
};
/** As the object of "Fetch". */
const WHAT: Record<FetchCategory, Message> = {
  all: msg`all data`,
  public: msg`public data`,
  core: msg`core data`,
  financial: msg`financial data`,
  assets: msg`assets data`,
  market: msg`market data`,
  killmails: msg`killmails data`,
  requirements: msg`requirements data`,
};
const CATEGORIES: readonly FetchCategory[] = ["all", ...corporationCategorySchema.options];

/** Starts fetches and shows their progress. */
export function FetchPanel({ corporation }: { corporation: CorporationDetail }) {
  const { corporationId, assignedCharacterId, isActive } = corporation;
  const { data, isPending, isError, refetch } = useQuery(corporationDataQuery(corporationId));
  const start = useAction(fetchMutation, t`Failed to fetch data`);
  useRefreshAfterFetch(corporationId, isFetching(data));
  const request = (category: FetchCategory) =>
    void start.act(
      { id: corporationId, category },
      { onSuccess: () => toast.success(say(STARTED[category])) },
    );
  return (
    <>
      <VisuallyHidden>
        <h2>{t`Fetch Data`}</h2>
      </VisuallyHidden>
      <div className="grid gap-3 p-4 empty:hidden">
        {isError && (
          <LoadFailed title={t`The state of the data could not be loaded`} onRetry={refetch} />
        )}
        {start.failure && <Alert tone="danger">{start.failure}</Alert>}
        {!isActive ? (
          <Alert tone="warn">
            {t`The corporation is inactive. Activate it to fetch its data.`}
          </Alert>
        ) : (
          assignedCharacterId === null && (
            <Alert>{t`Everything except public data needs an assigned director.`}</Alert>
          )
        )}
      </div>
      <ul id="corporation-fetch">
        {CATEGORIES.filter((category) => category !== "requirements" || isRead(category, data)).map(
          (category) => (
            <FetchRow
              key={category}
              category={category}
              state={data?.categories.find((entry) => entry.category === category)}
              isPending={isPending && category !== "all"}
              isPossible={isActive && (category === "public" || assignedCharacterId !== null)}
              onFetch={() => request(category)}
            />
          ),
        )}
      </ul>
    </>
  );
}

/** Whether the category has been read, or is being read. */
function isRead(category: FetchCategory, data: CorporationData | undefined): boolean {
  return data?.categories.some((entry) => entry.category === category) === true;
}

type FetchRowProps = {
  category: FetchCategory;
  state: CategoryState | undefined;
  isPending: boolean;
  isPossible: boolean;
  onFetch: () => void;
};

function FetchRow(props: FetchRowProps) {
  const { category, state, isPending, isPossible, onFetch } = props;
  const { label, content } = category === "all" ? ALL : CATEGORY_LABELS[category];
  const isRunning = state?.state === "running";
  return (
    <li
      className={cx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5",
        category === "all" && "bg-surface-2",
      )}
    >
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{say(label)}</p>
        <p className="text-sm text-text-2">{say(content)}</p>
      </div>
      {state && <FetchProgress state={state} />}
      {isPending && <Skeleton className="h-6 w-28" />}
      <Button
        size="sm"
        variant={category === "all" ? "primary" : "default"}
        isDisabled={!isPossible}
        isBusy={isRunning}
        busyLabel={t`Fetching...`}
        onClick={onFetch}
      >
        <Trans>
          Fetch<VisuallyHidden> {ph({ data: say(WHAT[category]) })}</VisuallyHidden>
        </Trans>
      </Button>
    </li>
  );
}

/** Refetches the header after a fetch: it shows the last sync, and a public fetch may rename the corporation. */
function useRefreshAfterFetch(corporationId: number, isRunning: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isRunning) return;
    return () =>
      void client.invalidateQueries({
        queryKey: corporationKeys.one(corporationId),
        predicate: ({ queryKey }) => queryKey.at(-1) !== "data",
      });
  }, [client, corporationId, isRunning]);
}

/** The progress of the running fetch, or the result of the last one. */
function FetchProgress({ state: { state, lastRun, error } }: { state: CategoryState }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-2 max-sm:order-last max-sm:basis-full md:justify-end">
      <output className="tabular-nums empty:absolute">
        {lastRun?.finishedAt === null && (state === "stalled" ? say(STALLED) : progressOf(lastRun))}
        {error !== null && <span className="block max-w-80">{sayShared(error)}</span>}
      </output>
      {error === null && lastRun?.finishedAt && (
        <span className="text-text-2">
          <Trans>
            <RelativeTime at={lastRun.finishedAt} />,{" "}
            <Plural value={{ rows: lastRun.rows }} one="# row" other="# rows" /> changed
          </Trans>
        </span>
      )}
      <StateChip state={state} />
    </div>
  );
}

const STALLED = msg`No progress. The fetch restarts automatically in a few minutes, or you can start it again now.`;

function progressOf({ resumesAt, pagesRead, rows }: FetchRun): string {
  if (resumesAt !== null)
    return t`Waiting for EVE until ${ph({ time: eveClock(Date.parse(resumesAt)) })}`;
  return t`${plural(pagesRead, { one: "# page", other: "# pages" })} read, ${plural(rows, { one: "# row", other: "# rows" })} changed`;
}
