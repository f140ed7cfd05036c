import { t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { lazy, Suspense } from "react";
import { paths } from "#web/lib/paths.ts";
import { NavItem, PendingCount } from "./nav-item.tsx";
import { ADMIN_PLACES } from "./places.ts";

const DecisionCount = lazy(() => import("#web/overview/decision-count.tsx"));

type AdminNavProps = {
  heldCount: number;
  /** Hits of the watchlist that no keeper has seen. */
  unseenHits: number;
};

/** The menu within the admin area, in place of the player's. On a phone its groups have two columns. */
export function AdminNav({ heldCount, unseenHits }: AdminNavProps) {
  const counts = new Map([
    [paths.adminHeld, heldCount],
    [paths.adminWatchlist, unseenHits],
  ]);
  return (
    <nav
      aria-label={t({ context: "part of Muster", message: "Admin" })}
      className="md:[@media(height<57rem)]:[&_a]:min-h-7 md:[@media(height<57rem)]:[&_p]:mt-1"
    >
      {ADMIN_PLACES.map(({ title, places }) => (
        <section key={title.id} aria-label={say(title)}>
          {places.length > 1 || title.id !== places[0]?.label.id ? (
            <p
              aria-hidden="true"
              className="mt-2 mb-0.5 px-2.5 text-2xs font-medium caps text-text-2 md:low:mt-1 md:low:mb-0"
            >
              {say(title)}
            </p>
          ) : null}
          <ul className="grid grid-cols-1 gap-x-1 max-md:grid-cols-2">
            {places.map(({ to, icon, label }) => (
              <NavItem
                key={to}
                to={to}
                icon={icon}
                label={say(label)}
                count={counts.get(to) ?? 0}
                badge={
                  to === paths.adminOverview ? (
                    <Suspense>
                      <DecisionCount>{(count) => <PendingCount count={count} />}</DecisionCount>
                    </Suspense>
                  ) : undefined
                }
              />
            ))}
          </ul>
        </section>
      ))}
      <ul className="mt-2 border-t border-line-faint pt-2 md:low:mt-1 md:low:pt-1">
        <NavItem isWayOut to={paths.dashboard} icon="back" label={t`Back to Dashboard`} />
      </ul>
    </nav>
  );
}
