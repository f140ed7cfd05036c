import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { CorporationDetail } from "#shared/corporations/corporations.ts";
import { DataPanel } from "#web/corporations/data/data-panel.tsx";
import { FetchPanel } from "#web/corporations/data/fetch-panel.tsx";
import { DirectorsPanel } from "#web/corporations/directors/directors-panel.tsx";
import { FeedSetting } from "#web/discord-feed/feed-setting.tsx";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { TabLinks } from "#web/ui/page/tab-links.tsx";
import { HealthCard } from "./health-card.tsx";

const RosterPanel = lazy(() => import("#web/roster/roster-panel.tsx"));

const TABS = [
  { tab: "members", label: msg`Members` },
  { tab: "configuration", label: msg`Configuration` },
  { tab: "data", label: msg`Data Summary` },
  { tab: "fetch", label: msg`Fetch Data` },
] as const;

export function CorporationTabs({ corporation }: { corporation: CorporationDetail }) {
  const [params] = useSearchParams();
  const asked = params.get("tab");
  const current = TABS.find(({ tab }) => tab === asked)?.tab ?? "configuration";
  const path = paths.adminCorporation(corporation.corporationId);
  const links = TABS.map(({ tab, label }) => ({
    label: say(label),
    to: tab === "configuration" ? path : `${path}?tab=${tab}`,
    isCurrent: tab === current,
  }));
  return (
    <>
      <Card isFlush className="min-w-0">
        <TabLinks label={t`Corporation`} tabs={links} />
        {current === "members" && (
          <Suspense fallback={<RowsSkeleton label={t`Loading the members`} rows={10} />}>
            <RosterPanel corporationId={corporation.corporationId} />
          </Suspense>
        )}
        {current === "configuration" && <DirectorsPanel corporation={corporation} />}
        {current === "data" && <DataPanel corporation={corporation} />}
        {current === "fetch" && <FetchPanel corporation={corporation} />}
      </Card>
      {current === "configuration" && (
        <>
          <HealthCard health={corporation.health} />
          <Card isFlush anchor="corporation-posts">
            <FeedSetting
              subject={{ corporationId: corporation.corporationId }}
              text={t`Directors that can no longer be used, in a channel of your choice.`}
            />
          </Card>
        </>
      )}
    </>
  );
}
