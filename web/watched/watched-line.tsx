import { ph, t } from "#web/language/macros.ts";
import { Link } from "react-router";
import type { WatchedRequest } from "#shared/watchlist.ts";
import { paths } from "#web/lib/paths.ts";
import { Icon } from "#web/ui/icon.tsx";
import { factText } from "./finding-list.tsx";

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
