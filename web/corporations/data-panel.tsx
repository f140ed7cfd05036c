import { Trans, t, Plural, msg, ph, plural } from "#web/language/macros.ts";
import { sayShared, say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type {
  CategoryState,
  CorporationData,
  CorporationDetail,
  CorporationCategory,
} from "#shared/corporations/corporations.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { LastTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { corporationDataQuery, killmailsQuery } from "./queries.ts";
import { KILLMAILS_KEPT_DAYS } from "#shared/corporations/killmails.ts";
import type { Message } from "#shared/language/messages.ts";
import { formatInteger } from "#web/lib/format.ts";

const KillmailTable = lazy(async () => ({
  default: (await import("#web/eve/killmails.tsx")).KillmailTable,
}));

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
            <KillmailsPanel corporationId={corporationId} count={data.killmailCount} />
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

type KillmailsPanelProps = {
  corporationId: number;
  /** What is stored. The table lacks killmails that EVE has listed and that are not read yet. */
  count: number;
};

/** Beneath the data summary, once the corporation has killmails. */
function KillmailsPanel({ corporationId, count }: KillmailsPanelProps) {
  const { data, isPending, refetch } = useQuery(killmailsQuery(corporationId));
  return (
    <section className="border-t border-line-faint">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 p-4">
        <h2 className="text-lg">{t`Last killmails`}</h2>
        <span className="text-sm text-text-2">
          <Plural value={{ days: KILLMAILS_KEPT_DAYS }} one="kept # day" other="kept # days" />
        </span>
      </header>
      {isPending ? (
        <RowsSkeleton label={t`Loading killmails`} rows={5} />
      ) : !data ? (
        <LoadFailed title={t`Killmails could not be loaded`} onRetry={refetch} />
      ) : data.killmails.length > 0 ? (
        <Suspense>
          <KillmailTable caption={t`Last killmails`} killmails={data.killmails} isMixed />
        </Suspense>
      ) : (
        <p className="px-4 pb-4 text-text-2">
          <Plural
            value={count}
            one="EVE has listed # killmail. It is read within the hour."
            other="EVE has listed # killmails. They are read within hours, the newest first."
          />
        </p>
      )}
    </section>
  );
}

export const CATEGORY_LABELS: Record<CorporationCategory, { label: Message; content: Message }> = {
  public: {
    label: msg({ context: "data", message: "Public" }),
    content: msg`Name, ticker, CEO, alliance and member count`,
  },
  core: { label: msg`Core`, content: msg`Members, and when each was last online` },
  financial: { label: msg`Financial`, content: msg`Wallets and their journal` },
  assets: { label: msg`Assets`, content: msg`Assets and structures of the corporation` },
  market: { label: msg`Market`, content: msg`Orders and contracts` },
  killmails: { label: msg`Killmails`, content: msg`Kills and losses` },
  requirements: {
    label: msg`Requirements`,
    content: msg`Roles and titles of members, and contacts, as far as groups require them`,
  },
};

/** The amount of data stored in a category: ["120 members", "118 tracked"]. */
function figuresOf(
  category: CorporationCategory,
  data: CorporationData,
  memberCount: number | null,
): string[] {
  const { coreData, financialData, assetsData, marketData, killmailCount } = data;
  switch (category) {
    case "public":
      return memberCount === null
        ? []
        : [plural(memberCount, { one: "# member", other: "# members" })];
    case "core":
      return [
        plural({ memberCount: coreData.memberCount }, { one: "# member", other: "# members" }),
        t`${ph({ trackingCount: formatInteger(coreData.trackingCount) })} tracked`,
      ];
    case "financial":
      return [
        plural({ walletCount: financialData.walletCount }, { one: "# wallet", other: "# wallets" }),
        plural(
          { journalCount: financialData.journalCount },
          { one: "# journal entry", other: "# journal entries" },
        ),
      ];
    case "assets":
      return [
        plural({ assetCount: assetsData.assetCount }, { one: "# asset", other: "# assets" }),
        plural(
          { structureCount: assetsData.structureCount },
          { one: "# structure", other: "# structures" },
        ),
      ];
    case "market":
      return [
        plural({ orderCount: marketData.orderCount }, { one: "# order", other: "# orders" }),
        plural(
          { contractCount: marketData.contractCount },
          { one: "# contract", other: "# contracts" },
        ),
      ];
    case "killmails":
      return [plural(killmailCount, { one: "# killmail", other: "# killmails" })];
    case "requirements":
      return [];
  }
}
