import { plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { viewOf } from "./decision-view.tsx";
import { openDecisions, useDismissed } from "./decisions.ts";
import { adminOverviewQuery } from "./queries.ts";
import "./overview.css";

/** The first block of an administrator's dashboard: how many decisions wait, the worst of them, and the way to all. */
export default function DecisionsBlock() {
  const { data, isPending, refetch } = useQuery(adminOverviewQuery);
  const { isDismissed } = useDismissed();
  if (!isPending && !data) {
    return <LoadFailed title={t`What needs a decision could not be loaded`} onRetry={refetch} />;
  }
  const waiting = data && openDecisions(data, isDismissed);
  const worst = waiting?.[0];
  const view = worst && viewOf(worst);
  return (
    <section
      aria-label={t`Decisions`}
      aria-busy={isPending}
      className="card decision rounded-card border border-line-faint bg-surface-1"
    >
      <span aria-hidden="true" className={`glyph glyph-${view?.tone ?? "none"}`}>
        <Icon name={view?.icon ?? (isPending ? "gauge" : "check")} />
      </span>
      <div className="min-w-0 leading-snug">
        <h2 className="font-ui text-md font-semibold">
          {waiting === undefined
            ? t`Community`
            : waiting.length === 0
              ? t`Nothing needs a decision`
              : plural(
                  { count: waiting.length },
                  { one: "# decision waits", other: "# decisions wait" },
                )}
        </h2>
        <p className="text-sm text-text-2">
          {view?.text ?? (isPending ? t`Looking for what waits...` : t`Members, hours and health`)}
        </p>
      </div>
      <div className="decision-actions">
        <ButtonLink size="sm" to={paths.adminOverview} className="decision-action">
          {t`Open the overview`}
        </ButtonLink>
      </div>
    </section>
  );
}
