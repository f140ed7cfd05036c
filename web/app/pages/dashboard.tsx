import { useInfiniteQuery } from "@tanstack/react-query";
import { compareCodes } from "#web/lib/compare.ts";
import { lazy, Suspense } from "react";
import DashboardPage from "#web/dashboard/dashboard-page.tsx";
import { myGroupsQuery } from "#web/group-queries/queries.ts";
import { GroupsCard } from "#web/groups/groups-card.tsx";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { lazyAfterPaint } from "#web/lib/first-paint.ts";

/** The page keeps room of this size for the card, so that nothing below moves when the card arrives. */
const DecisionsBlock = lazyAfterPaint(() => import("#web/overview/decisions-block.tsx"));
const NextOperations = lazyAfterPaint(() => import("#web/operations/next-operations.tsx"));
const RolesToCome = lazy(() => import("#web/groups/roles-to-come.tsx"));

/** The dashboard, with other features' cards in their places. */
export default function Dashboard() {
  const groups = useInfiniteQuery(myGroupsQuery).data;
  const newest =
    groups && itemsOf(groups).toSorted((a, b) => compareCodes(b.joinedAt, a.joinedAt))[0];
  return (
    <DashboardPage
      hasGroup={groups && totalOf(groups) !== 0}
      rolesToCome={<Suspense>{newest && <RolesToCome groupId={newest.groupId} />}</Suspense>}
      decisions={
        <Suspense fallback={<div className="h-25.5 min-[40rem]:h-13" />}>
          <DecisionsBlock />
        </Suspense>
      }
      groupsCard={<GroupsCard />}
      operationsCard={
        <Suspense fallback={<div className="h-60 sm:h-40" />}>
          <NextOperations />
        </Suspense>
      }
    />
  );
}
