import { lazy, Suspense } from "react";
import OverviewPage from "#web/overview/overview-page.tsx";

const CommunitySteps = lazy(() => import("./community-steps.tsx"));

/** The overview of administrators, with the first steps of a community, which are of many features. */
export default function AdminOverview() {
  return (
    <OverviewPage
      firstSteps={(overview) => (
        <Suspense fallback={<div className="min-h-160" />}>
          <CommunitySteps overview={overview} />
        </Suspense>
      )}
    />
  );
}
