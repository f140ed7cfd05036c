import { t } from "#web/language/macros.ts";
import { Link } from "react-router";
import type { WatchedRequest } from "#shared/watchlist.ts";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { LevelChip, SubjectImage } from "./entry-marks.tsx";
import { FindingList } from "./finding-list.tsx";
import { WatchedUnknown } from "./watched-unknown.tsx";

type Watched = {
  data: { items: readonly WatchedRequest[] } | undefined;
  error: Error | null;
  refetch: () => unknown;
};

/**
 * The entries that hit the pilot. Without a hit there is no card. The page has asked: a card that asked too would ask again when it
 * appears after a failure.
 */
export function WatchedCard({ watched: { data, error, refetch } }: { watched: Watched }) {
  if (error !== null) return <WatchedUnknown error={error} onRetry={refetch} />;
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Card title={t`Watchlist`}>
      <ul className="grid gap-5">
        {data.items.map(({ id, subject, eveId, name, level, findings }) => (
          <li key={id} className="grid gap-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <SubjectImage subject={subject} eveId={eveId} size={24} />
              <Link
                to={`${paths.adminWatchlist}?${new URLSearchParams({ search: name })}`}
                className="link min-w-0 font-medium wrap-anywhere"
              >
                <bdi>{name}</bdi>
              </Link>
              <LevelChip level={level} />
            </div>
            <div className="ps-9">
              <FindingList label={t`Hits of ${name}`} findings={findings} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
