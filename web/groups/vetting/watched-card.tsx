import { t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { isProofMissing, ProofToRead } from "#web/proof/proof-to-read.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { LevelChip, SubjectImage } from "#web/watched/entry-marks.tsx";
import { FindingList } from "#web/watched/finding-list.tsx";
import { watchedRequestQuery } from "./queries.ts";

/** What the watchlist has about the pilot. For all but keepers there is no watchlist, and nothing is asked. */
export function useWatched(requestId: string) {
  const isKeeper = useSession().user?.unseenHits !== undefined;
  return useQuery({ ...watchedRequestQuery(requestId), enabled: isKeeper });
}

/**
 * The entries that hit the pilot. Without a hit there is no card. The page has asked: a card that asked too would ask again when it
 * appears after a failure.
 */
export function WatchedCard({ watched }: { watched: ReturnType<typeof useWatched> }) {
  const { data, error, isError, refetch } = watched;
  if (isError) {
    return (
      <Card>
        {isProofMissing(error) ? (
          <ProofToRead error={error} />
        ) : (
          <LoadFailed title={t`The watchlist could not be loaded`} onRetry={refetch} />
        )}
      </Card>
    );
  }
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
