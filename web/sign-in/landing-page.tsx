import { Trans, t } from "#web/language/macros.ts";
import { lazy, Suspense, useId, useState } from "react";
import type { ComponentProps } from "react";
import { Navigate, useLocation } from "react-router";
import type { Community } from "#shared/community.ts";
import { CommunityLogo } from "#web/brand/brand.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { readArrival } from "#web/lib/return-path.ts";
import { lazyAfterPaint } from "#web/lib/use-first-paint.ts";
import { Button } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page/page-title.tsx";
import { ArrivalNote } from "./arrival-note.tsx";
import { ExampleCard } from "./example-card.tsx";
import { LoginButton } from "./login-button.tsx";
import { VisitorFrame } from "./visitor-frame.tsx";

const WhatWeRead = lazyAfterPaint(() => import("./what-we-read.tsx"));
const NotConfigured = lazy(() => import("./not-configured.tsx"));

/** Redirects signed-in users to the page that they requested, or to the dashboard. */
export default function LandingPage() {
  const { user, community, isAuthenticated, end, isPending, error } = useSession();
  const { returnTo } = readArrival(useLocation().state);
  if (user) return <Navigate to={returnTo ?? paths.dashboard} replace />;
  return (
    <VisitorFrame>
      <PageTitle />
      {error instanceof ApiError && error.code === "not_configured" ? (
        <Suspense>
          <NotConfigured message={error.serverMessage ?? ""} />
        </Suspense>
      ) : (
        !(isAuthenticated && isPending) && (
          <Welcome community={community} end={end} returnTo={returnTo} />
        )
      )}
    </VisitorFrame>
  );
}

type WelcomeProps = ComponentProps<typeof ArrivalNote> & { community: Community | undefined };

function Welcome({ community, end, returnTo }: WelcomeProps) {
  const [isExplained, setIsExplained] = useState(false);
  const explanationId = useId();
  const summary = (
    <p className="w-fit max-w-[60ch] bg-void text-sm text-text-2">
      <Trans>
        Muster reads what your character sheet shows, and changes nothing in EVE. Revocable at any
        time.
      </Trans>
    </p>
  );
  return (
    <main
      tabIndex={-1}
      className="grid flex-1 items-center gap-x-20 gap-y-10 px-gutter py-8 lg:grid-cols-2"
    >
      <div>
        {community?.logo && (
          <div className="mb-5">
            <CommunityLogo logo={community.logo} size={96} />
          </div>
        )}
        <h1 className="max-w-[13ch] bg-void text-hero leading-[1.02] font-bold wrap-anywhere">
          {community?.name ?? t`Every pilot accounted for.`}
        </h1>
        <p className="mt-5 mb-8 max-w-[46ch] bg-void text-lg whitespace-pre-line wrap-anywhere text-text-2 md:text-[1.125rem]">
          {community?.welcome ??
            t`Advanced authentication and character management for EVE Online. Sign in once, and every group you belong to knows you by your main.`}
        </p>
        <ArrivalNote end={end} returnTo={returnTo} />
        <div className="flex flex-wrap items-center gap-3">
          <LoginButton returnTo={returnTo} />
          <Button
            size="lg"
            aria-expanded={isExplained}
            aria-controls={explanationId}
            onClick={() => setIsExplained(!isExplained)}
          >
            <Trans>What Muster reads</Trans>
          </Button>
        </div>
        <div id={explanationId} className="mt-4">
          <Suspense fallback={summary}>{isExplained ? <WhatWeRead /> : summary}</Suspense>
        </div>
      </div>
      <div className="lg:justify-self-end lg:w-full lg:max-w-136">
        <ExampleCard />
      </div>
    </main>
  );
}
