import { Trans, ph, t } from "#web/language/macros.ts";
import type { CorporationHistoryEntry, SectionState } from "#shared/characters.ts";
import { DAY_MS } from "#shared/time.ts";
import { SectionAge, SectionWarning } from "./section-note.tsx";
import { isNpcCorporation } from "#web/eve/affiliation.tsx";
import { CorporationLogo } from "#web/eve/images.tsx";
import { cx } from "#web/lib/cx.ts";
import { useNow } from "#web/lib/time.ts";
import { Card } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/time.tsx";

const MOST_SHOWN = 5;

type CorporationHistoryCardProps = {
  history: CorporationHistoryEntry[];
  state: SectionState | undefined;
};

export function CorporationHistoryCard({ history, state }: CorporationHistoryCardProps) {
  const entries = memberships(history);
  const more = entries.length - MOST_SHOWN;
  return (
    <Card isFlush title={t`Corporation History`} actions={<SectionAge state={state} />}>
      <SectionWarning state={state} />
      {entries.length === 0 && (
        <p className="p-4 text-text-2">{t`No corporation history available`}</p>
      )}
      <ol className="px-4 pt-4 empty:hidden">
        {entries.slice(0, MOST_SHOWN).map((entry) => (
          <Entry key={entry.recordId} entry={entry} />
        ))}
      </ol>
      {more > 0 && (
        <p className="px-4 pb-4 text-sm text-text-2">
          <Trans>And {more} more...</Trans>
        </p>
      )}
    </Card>
  );
}

function Entry({ entry }: { entry: CorporationMembership }) {
  const { corporationId, corporationName, startDate, endDate, isDeleted } = entry;
  const now = useNow("minute");
  return (
    <li className="relative flex gap-3 pb-4 before:absolute before:top-9 before:bottom-1 before:left-4 before:w-px before:bg-line last:before:hidden">
      <CorporationLogo corporationId={corporationId} size={32} />
      <div className="min-w-0 flex-1">
        <p className={cx("font-medium", isNpcCorporation(corporationId) && "text-text-2")}>
          {corporationName ?? t`Corporation ${corporationId}`}
          {isDeleted && <span className="font-normal text-text-2"> {t`(Closed)`}</span>}
        </p>
        <p className="flex flex-wrap justify-between gap-x-3 text-sm text-text-2">
          <span>
            <Trans>
              Joined <RelativeTime at={startDate} />
            </Trans>
          </span>
          <span className="whitespace-nowrap">
            {endDate
              ? stay(startDate, Date.parse(endDate))
              : t`${ph({ startDate: stay(startDate, now) })} so far`}
          </span>
        </p>
      </div>
    </li>
  );
}

const MONTH_DAYS = 30.44;
const YEAR_DAYS = 365.25;

type CorporationMembership = CorporationHistoryEntry & {
  /** The start of the next membership; null for the current one. */
  endDate: string | null;
};

/** The history, newest first, with end dates. ESI has only start dates. */
export function memberships(history: readonly CorporationHistoryEntry[]): CorporationMembership[] {
  const newestFirst = history.toSorted(
    (a, b) => Date.parse(b.startDate) - Date.parse(a.startDate) || b.recordId - a.recordId,
  );
  return newestFirst.map((entry, index) => ({
    ...entry,
    endDate: newestFirst[index - 1]?.startDate ?? null,
  }));
}

/** "4y 2m", "7m", "12d" or "under a day". */
export function stay(startDate: string, end: number): string {
  const days = (end - Date.parse(startDate)) / DAY_MS;
  if (days < 1) return t`under a day`;
  if (days < MONTH_DAYS) return t`${ph({ days: Math.floor(days) })}d`;
  const years = Math.floor(days / YEAR_DAYS);
  const months = Math.min(11, Math.floor((days - years * YEAR_DAYS) / MONTH_DAYS));
  if (years === 0) return t`${months}m`;
  return months === 0 ? t`${years}y` : t`${years}y ${months}m`;
}
