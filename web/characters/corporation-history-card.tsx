import type { CorporationHistoryEntry, SectionState } from "#shared/characters.ts";
import { CorporationLogo } from "#web/eve/images.tsx";
import { cx } from "#web/lib/cx.ts";
import { useNow } from "#web/lib/time/use-now.ts";
import { Card } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { isNpcCorporation, memberships, stay } from "./corporation-history.ts";
import type { Membership } from "./corporation-history.ts";
import { SectionAge, SectionWarning } from "./section-note.tsx";

const MOST_SHOWN = 5;

type CorporationHistoryCardProps = {
  history: CorporationHistoryEntry[];
  state: SectionState | undefined;
};

export function CorporationHistoryCard({ history, state }: CorporationHistoryCardProps) {
  const entries = memberships(history);
  const more = entries.length - MOST_SHOWN;
  return (
    <Card isFlush title="Corporation History" actions={<SectionAge state={state} />}>
      <SectionWarning state={state} />
      {entries.length === 0 && <p className="p-4 text-text-3">No corporation history available</p>}
      <ol className="px-4 pt-4 empty:hidden">
        {entries.slice(0, MOST_SHOWN).map((entry) => (
          <Entry key={entry.recordId} entry={entry} />
        ))}
      </ol>
      {more > 0 && <p className="px-4 pb-4 text-sm text-text-3">And {more} more...</p>}
    </Card>
  );
}

function Entry({ entry }: { entry: Membership }) {
  const { corporationId, corporationName, startDate, endDate, isDeleted } = entry;
  const now = useNow("minute");
  return (
    <li className="relative flex gap-3 pb-4 before:absolute before:top-9 before:bottom-1 before:left-4 before:w-px before:bg-line last:before:hidden">
      <CorporationLogo corporationId={corporationId} size={32} />
      <div className="min-w-0 flex-1">
        <p className={cx("font-medium", isNpcCorporation(corporationId) && "text-text-3")}>
          {corporationName ?? `Corporation ${corporationId}`}
          {isDeleted && <span className="font-normal text-text-3"> (Closed)</span>}
        </p>
        <p className="flex flex-wrap justify-between gap-x-3 text-sm text-text-3">
          <span>
            Joined <RelativeTime at={startDate} />
          </span>
          <span className="whitespace-nowrap">
            {endDate ? stay(startDate, Date.parse(endDate)) : `${stay(startDate, now)} so far`}
          </span>
        </p>
      </div>
    </li>
  );
}
