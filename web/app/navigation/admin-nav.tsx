import { t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { lazy, Suspense } from "react";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/lib/paths.ts";
import { NavItem, PendingCount } from "./nav-item.tsx";
import { adminMenu } from "./places.ts";
import type { Used } from "./places.ts";

const DecisionCount = lazy(() => import("#web/overview/decision-count.tsx"));

/** The menu within the admin area, in place of the player's: six items, and below a line what the community uses besides. */
export function AdminNav({ used }: { used: Used }) {
  const items = adminMenu(used);
  return (
    <nav aria-label={t({ context: "part of Muster", message: "Admin" })}>
      <ul className="mb-2 border-b border-line-faint pb-2 md:low:mb-1 md:low:pb-1">
        <NavItem isWayOut to={paths.dashboard} icon="back" label={t`Back to Dashboard`} />
      </ul>
      <ul className="grid gap-0.5">
        {items.map(({ title, icon, places, isWhenUsed }, index) => {
          const [{ to }, ...others] = places;
          const isFirstUsed = isWhenUsed && !items[index - 1]?.isWhenUsed;
          return (
            <NavItem
              key={to}
              to={to}
              icon={icon}
              label={say(title)}
              tabs={others.map((place) => place.to)}
              className={cx(isFirstUsed && "mt-2 border-t border-line-faint pt-2")}
              badge={
                <Suspense>
                  <DecisionCount
                    {...(to !== paths.adminOverview && { at: places.map((place) => place.to) })}
                  >
                    {(count) => <PendingCount count={count} />}
                  </DecisionCount>
                </Suspense>
              }
            />
          );
        })}
      </ul>
    </nav>
  );
}
