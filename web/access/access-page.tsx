import { t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { Access } from "#shared/pilots/access.ts";
import { formatInteger } from "#web/lib/format.ts";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { OwnPages } from "#web/memberships/own-pages.tsx";
import { RoleList } from "#web/memberships/role-list.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { EndingCard, LostCard } from "./lost-card.tsx";
import { AccessCard } from "./held-card.tsx";
import { accessQuery } from "./queries.ts";
import { ReachCard } from "./reach-card.tsx";
import { ViewsCard } from "./views-card.tsx";

const OwnFactsCard = lazy(() => import("./facts-card.tsx"));
const SharesCard = lazy(() => import("./shares-card.tsx"));
const ApplicationsCard = lazy(() => import("./applications-card.tsx"));

export default function AccessPage() {
  const { data, isPending, refetch } = useQuery(accessQuery);
  return (
    <>
      <PageHeader
        title={t`My access`}
        subtitle={t`What you may do here, why, and what would end it`}
      />
      <OwnPages />
      {isPending ? (
        <Card isFlush title={t`What you have`}>
          <RowsSkeleton label={t`Loading your access`} shape="two-lines" rows={6} />
        </Card>
      ) : data ? (
        <Sections access={data} />
      ) : (
        <LoadFailed title={t`Your access could not be loaded`} onRetry={refetch} />
      )}
    </>
  );
}

function Sections({ access }: { access: Access }) {
  const { held, reach, lost, roles, applications, facts, shares, views, rosterViews, reviewViews } =
    access;
  const ending = held.filter(({ problem }) => problem?.graceEndsAt != null && !problem.isHeld);
  return (
    <div className="grid grid-cols-1 gap-4">
      <nav aria-label={t`Sections`} className="-mt-2 flex flex-wrap gap-x-5">
        <SectionLink to="have" label={t`What you have`} count={held.length} />
        <SectionLink to="reach" label={t`Within reach`} count={reach.length} />
        <SectionLink
          to="lost"
          label={t({ context: "what you no longer have", message: "Lost" })}
          count={lost.length}
        />
        <SectionLink
          to="views"
          label={t`Who looked`}
          count={views.length + rosterViews.length + reviewViews.length}
        />
      </nav>
      {ending.map((item) => (
        <EndingCard key={item.groupId} item={item} />
      ))}
      <div id="have" className="scroll-mt-4">
        <AccessCard held={held} />
      </div>
      {roles.length > 0 && (
        <Card title={t`Discord roles`}>
          <RoleList roles={roles} />
        </Card>
      )}
      {applications.length > 0 && (
        <Suspense>
          <ApplicationsCard applications={applications} />
        </Suspense>
      )}
      {shares.length > 0 && (
        <Suspense>
          <SharesCard shares={shares} />
        </Suspense>
      )}
      {facts.length > 0 && (
        <Suspense>
          <OwnFactsCard facts={facts} />
        </Suspense>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div id="reach" className="scroll-mt-4">
          <ReachCard reach={reach} />
        </div>
        <div id="lost" className="scroll-mt-4">
          <LostCard lost={lost} />
        </div>
        <div id="views" className="scroll-mt-4">
          <ViewsCard views={views} rosterViews={rosterViews} reviewViews={reviewViews} />
        </div>
      </div>
    </div>
  );
}

function SectionLink({ to, label, count }: { to: string; label: string; count: number }) {
  return (
    <a
      href={`#${to}`}
      className="flex min-h-9 items-center gap-1.5 rounded-control text-sm text-text-2 hover:text-text-1 max-md:min-h-11"
    >
      {label} <span className="text-text-2 tabular-nums">{formatInteger(count)}</span>
    </a>
  );
}
