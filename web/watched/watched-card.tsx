import { t, ph } from "#web/language/macros.ts";
import { Link } from "react-router";
import type { WatchedRequest } from "#shared/watchlist.ts";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { LevelChip, factText } from "#web/eve/watch.tsx";
import { SubjectImage, FindingList } from "./finding-list.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { setRefusedRequest } from "#web/lib/refused-request.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";

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

/** By which entries a pilot is hit, below the name, before a decision. */
export function WatchedLine({ hits }: { hits: readonly WatchedRequest[] }) {
  return (
    <ul
      aria-label={t`Watchlist`}
      className="mt-1.5 grid gap-1 rounded-control bg-warn-dim px-3 py-1.5 text-sm empty:hidden"
    >
      {hits.map(({ id, name, findings: [finding] }) => (
        <li key={id} className="flex items-baseline gap-2">
          <span className="self-center text-warn">
            <Icon name="eye" size={14} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            <Link
              to={`${paths.adminWatchlist}?${new URLSearchParams({ search: name })}`}
              className="link font-medium"
            >
              <bdi>{name}</bdi>
            </Link>
            {finding && (
              <>
                {" "}
                · {t`${ph({ characterName: finding.name })}: ${ph({ fact: factText(finding) })}`}
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A keeper decides here, and what the watchlist has is not known: why, and what helps. */
export function WatchedUnknown({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const request = error instanceof ApiError ? error.request : undefined;
  return (
    <Alert
      tone="warn"
      action={
        request === undefined ? (
          <Button size="sm" onClick={() => void onRetry()}>
            {t`Try again`}
          </Button>
        ) : (
          <Button size="sm" onClick={() => setRefusedRequest(request)}>
            {t`Continue to EVE`}
          </Button>
        )
      }
    >
      {request === undefined
        ? t`The watchlist could not be loaded`
        : t`The watchlist opens for twelve hours after a sign-in with your main.`}
    </Alert>
  );
}
