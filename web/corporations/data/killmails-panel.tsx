import { Plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { KILLMAILS_KEPT_DAYS } from "#shared/corporations/killmails.ts";
import { KillmailTable } from "#web/eve/killmails.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { killmailsQuery } from "./queries.ts";

type KillmailsPanelProps = {
  corporationId: number;
  /** What is stored. Those that EVE has listed and not told yet are not in the table. */
  count: number;
};

/** Beneath the data summary, once the corporation has killmails. */
export default function KillmailsPanel({ corporationId, count }: KillmailsPanelProps) {
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
        <KillmailTable caption={t`Last killmails`} killmails={data.killmails} isMixed />
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
