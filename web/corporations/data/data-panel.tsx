import { Trans, t } from "#web/language/macros.ts";
import { sayShared, say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type {
  CategoryState,
  CorporationData,
  CorporationDetail,
} from "#shared/corporations/corporations.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { LastTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { CATEGORY_LABELS, figuresOf } from "./fetch-categories.ts";
import { corporationDataQuery } from "./queries.ts";

const KillmailsPanel = lazy(() => import("./killmails-panel.tsx"));

export function DataPanel({ corporation }: { corporation: CorporationDetail }) {
  const { corporationId, memberCount } = corporation;
  const { data, isPending, refetch } = useQuery(corporationDataQuery(corporationId));
  return (
    <>
      <VisuallyHidden>
        <h2>{t`Data Summary`}</h2>
      </VisuallyHidden>
      {isPending ? (
        <RowsSkeleton label={t`Loading the data summary`} shape="line" />
      ) : data ? (
        <>
          <Table
            caption={t`Data Summary`}
            columns={columnsOf(data, memberCount)}
            rows={data.categories}
            rowKey={({ category }) => category}
          />
          {data.killmailCount > 0 && (
            <Suspense>
              <KillmailsPanel corporationId={corporationId} count={data.killmailCount} />
            </Suspense>
          )}
        </>
      ) : (
        <LoadFailed title={t`The data summary could not be loaded`} onRetry={refetch} />
      )}
    </>
  );
}

function columnsOf(data: CorporationData, memberCount: number | null): Column<CategoryState>[] {
  return [
    {
      header: t`Category`,
      isRowHeader: true,
      cell: ({ category }) => (
        <span className="py-1 font-semibold">{say(CATEGORY_LABELS[category].label)}</span>
      ),
    },
    {
      header: t`Stored`,
      cell: ({ category, lastSuccess }) => {
        const figures = figuresOf(category, data, memberCount);
        return lastSuccess === null || figures.length === 0 ? (
          <span className="text-text-2">{t`Nothing yet`}</span>
        ) : (
          <span className="tabular-nums">{enumerated(figures)}</span>
        );
      },
    },
    { header: t`State`, cell: ({ state }) => <StateChip state={state} /> },
    { header: t`Last fetched`, cell: ({ lastSuccess }) => <LastTime at={lastSuccess} /> },
    {
      header: t`Next due`,
      cell: ({ nextDue }) => <LastTime at={nextDue} never={t`Not scheduled`} />,
    },
    {
      header: t`Last error`,
      cell: ({ error }) =>
        error === null ? (
          <span className="text-text-2">
            <Trans context="error">None</Trans>
          </span>
        ) : (
          <span className="block max-w-72 py-1 text-sm text-text-2">{sayShared(error)}</span>
        ),
    },
  ];
}

export function StateChip({ state }: { state: CategoryState["state"] }) {
  switch (state) {
    case "never":
      return <Chip>{t`Never fetched`}</Chip>;
    case "running":
      return <Chip tone="signal">{t`Running`}</Chip>;
    case "stalled":
      return <Chip tone="warn">{t`Stalled`}</Chip>;
    case "fresh":
      return <Chip tone="ok">{t`Fresh`}</Chip>;
    case "due":
      return <Chip icon="clock">{t`Due`}</Chip>;
    case "failed":
      return <Chip tone="danger">{t`Failed`}</Chip>;
  }
}
