import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { lazy, Suspense } from "react";
import type { CorporationDetail } from "#shared/corporations/corporations.ts";
import { msg, plural, t } from "#web/language/macros.ts";
import { CorporationTiles } from "./corporation-tiles.tsx";
import { corporationQuery, verifyMutation } from "./queries.ts";
import { isGone } from "#web/lib/api/api-error.ts";
import { parseEveId, paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading, RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { CorporationLogo } from "#web/eve/images.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useVerify, VerifyFailureAlert } from "./verify.tsx";
import { say } from "#web/language/messages.ts";
import { DataPanel } from "./data-panel.tsx";
import { FetchPanel } from "./fetch-panel.tsx";
import { DirectorsPanel } from "./directors-panel.tsx";
import { FeedSetting } from "#web/discord/feed-setting.tsx";
import { Card } from "#web/ui/card.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { StatusAlert } from "./status-alert.tsx";
import { HealthCard } from "./health-card.tsx";

export default function CorporationPage() {
  const corporationId = parseEveId(useParams()["corporationId"]);
  if (corporationId === undefined) return <NotFound />;
  return <CorporationOrNot key={corporationId} corporationId={corporationId} />;
}

function CorporationOrNot({ corporationId }: { corporationId: number }) {
  const { data, error, isPending, refetch } = useQuery(corporationQuery(corporationId));
  if (isGone(error)) return <NotFound />;
  if (data) return <ManagedCorporation corporation={data} />;
  return (
    <>
      <PageHeader title={t`Corporation`} />
      {isPending ? (
        <Loading>{t`Loading corporation...`}</Loading>
      ) : (
        <LoadFailed title={t`The corporation could not be loaded`} onRetry={refetch} />
      )}
    </>
  );
}

function NotFound() {
  return (
    <>
      <PageHeader title={t`Corporation not found (may have been removed)`} />
      <ButtonLink variant="primary" to={paths.adminCorporations}>
        {t`Back to Corporations`}
      </ButtonLink>
    </>
  );
}

function ManagedCorporation({ corporation }: { corporation: CorporationDetail }) {
  return (
    <div className="grid grid-cols-1 gap-4 *:[header]:mb-0">
      <CorporationHeader corporation={corporation} />
      <StatusAlert corporation={corporation} />
      <CorporationTiles corporation={corporation} />
      <CorporationTabs corporation={corporation} />
    </div>
  );
}

function CorporationHeader({ corporation }: { corporation: CorporationDetail }) {
  const { corporationId, name, assignedCharacterId } = corporation;
  const { verify, failure, dismiss, verifying } = useVerify(verifyMutation);
  return (
    <>
      <PageHeader
        title={name}
        image={<CorporationLogo corporationId={corporationId} size={64} />}
        subtitle={factsOf(corporation).join(" · ")}
        actions={
          assignedCharacterId !== null && (
            <Button
              id="verify-access"
              icon={<Icon name="verify" />}
              isBusy={verifying !== undefined}
              busyLabel={t`Verifying...`}
              onClick={() => verify(corporationId)}
            >
              {t`Verify Access`}
            </Button>
          )
        }
      />
      <VerifyFailureAlert failure={failure} onDismiss={dismiss} />
    </>
  );
}

function factsOf({ ticker, ceoName, allianceName, memberCount }: CorporationDetail): string[] {
  return [
    `[${ticker}]`,
    ceoName !== null && t`CEO ${ceoName}`,
    allianceName !== null && allianceName,
    memberCount !== null &&
      t`${plural(memberCount, { one: "# member", other: "# members" })} in EVE`,
  ].filter((fact) => fact !== false);
}

const RosterPanel = lazy(() => import("#web/roster/roster-panel.tsx"));

const AlarmsPanel = lazy(() => import("./alarms-panel.tsx"));

const TABS = [
  { tab: "members", label: msg`Members` },
  { tab: "configuration", label: msg`Configuration` },
  { tab: "data", label: msg`Data Summary` },
  { tab: "fetch", label: msg`Fetch Data` },
  { tab: "alarms", label: msg`Alarms` },
] as const;

function CorporationTabs({ corporation }: { corporation: CorporationDetail }) {
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
        {current === "alarms" && (
          <Suspense fallback={<RowsSkeleton label={t`Loading alarms`} rows={7} />}>
            <AlarmsPanel corporation={corporation} />
          </Suspense>
        )}
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
