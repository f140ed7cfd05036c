import { useQuery } from "@tanstack/react-query";
import type {
  CategoryState,
  CorporationData,
  CorporationDetail,
} from "#shared/corporations/corporations.ts";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { LastTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { CATEGORY_LABELS, figuresOf } from "./fetch-categories.ts";
import { corporationDataQuery } from "./queries.ts";

export function DataPanel({ corporation }: { corporation: CorporationDetail }) {
  const { corporationId, memberCount } = corporation;
  const { data, isPending, refetch } = useQuery(corporationDataQuery(corporationId));
  return (
    <>
      <VisuallyHidden>
        <h2>Data Summary</h2>
      </VisuallyHidden>
      {isPending ? (
        <RowsSkeleton label="Loading the data summary" shape="line" />
      ) : data ? (
        <Table
          caption="Data Summary"
          columns={columnsOf(data, memberCount)}
          rows={data.categories}
          rowKey={({ category }) => category}
        />
      ) : (
        <LoadFailed title="The data summary could not be loaded" onRetry={refetch} />
      )}
    </>
  );
}

function columnsOf(data: CorporationData, memberCount: number | null): Column<CategoryState>[] {
  return [
    {
      header: "Category",
      isRowHeader: true,
      cell: ({ category }) => (
        <span className="py-1 font-semibold">{CATEGORY_LABELS[category].label}</span>
      ),
    },
    {
      header: "Stored",
      cell: ({ category, lastSuccess }) => {
        const figures = figuresOf(category, data, memberCount);
        return lastSuccess === null || figures.length === 0 ? (
          <span className="text-text-2">Nothing yet</span>
        ) : (
          <span className="tabular-nums">{figures.join(", ")}</span>
        );
      },
    },
    { header: "State", cell: ({ state }) => <StateChip state={state} /> },
    { header: "Last fetched", cell: ({ lastSuccess }) => <LastTime at={lastSuccess} /> },
    {
      header: "Next due",
      cell: ({ nextDue }) => <LastTime at={nextDue} never="Not scheduled" />,
    },
    {
      header: "Last error",
      cell: ({ error }) =>
        error === null ? (
          <span className="text-text-2">None</span>
        ) : (
          <span className="block max-w-72 py-1 text-sm text-text-2">{error}</span>
        ),
    },
  ];
}

export function StateChip({ state }: { state: CategoryState["state"] }) {
  switch (state) {
    case "never":
      return <Chip>Never fetched</Chip>;
    case "running":
      return <Chip tone="signal">Running</Chip>;
    case "stalled":
      return <Chip tone="warn">Stalled</Chip>;
    case "fresh":
      return <Chip tone="ok">Fresh</Chip>;
    case "due":
      return <Chip icon="clock">Due</Chip>;
    case "failed":
      return <Chip tone="danger">Failed</Chip>;
  }
}
