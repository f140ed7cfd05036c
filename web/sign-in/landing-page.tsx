import { lazy, Suspense, useId, useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { Trans, t } from "#web/language/macros.ts";
import type { Community } from "#shared/community.ts";
import { CommunityLogo } from "#web/eve/brand.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { readArrival } from "#web/lib/return-path.ts";
import { lazyAfterPaint } from "#web/lib/first-paint.ts";
import { Button } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page.tsx";
import { HOUR_MS, MINUTE_MS } from "#shared/time.ts";
import { Lock } from "#web/eve/images.tsx";
import { SecurityChip } from "#web/eve/location.tsx";
import { QueueBar, SkillPips } from "#web/eve/skills.tsx";
import { countdown } from "#web/lib/time.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ArrivalNote, VisitorFrame } from "./visitor-frame.tsx";
import { LoginButton } from "./login-button.tsx";

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
            {t`What Muster reads`}
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

const EXAMPLE_MS = (12 * 24 + 10) * HOUR_MS + 25 * MINUTE_MS;

/** An example character sheet with invented data. */
function ExampleCard() {
  return (
    <section
      aria-label={t`An example of a character card`}
      className="lock lock-signal lock-wide w-full max-w-136 rounded-card border border-line-faint bg-surface-1 p-5"
    >
      <div className="flex items-center gap-4">
        <Lock>
          <span className="grid size-16 place-items-center rounded-control bg-surface-3 text-text-2">
            <Icon name="person" size={28} />
          </span>
        </Lock>
        <div className="min-w-0 flex-1">
          <p className="font-display text-xl/tight font-semibold">Aurelia Voss</p>
          <p className="text-sm text-text-2">Sable Meridian [SBLM] · Null Concord</p>
        </div>
        <Chip tone="gold">{t`Main`}</Chip>
      </div>
      <dl className="mt-5 grid grid-cols-[minmax(4.5rem,auto)_1fr] gap-y-2.5">
        <Fact name={t`Training`}>
          <span className="flex items-center justify-between gap-3">
            Caldari Battleship V
            <SkillPips trained={4} training={5} />
          </span>
        </Fact>
        <Fact name={t`Finishes`}>
          <span className="font-display font-semibold">{countdown(EXAMPLE_MS)}</span>
        </Fact>
        <Fact name={t`Queue`}>
          <QueueBar label={t`41 days in 5 skills`} shares={[0.3, 0.18, 0.22, 0.08, 0.14]} />
        </Fact>
        <Fact name={t`Location`}>
          <SecurityChip status={0.9} /> Jita IV - Moon 4
        </Fact>
        <Fact name={t`Groups`}>
          <span className="flex flex-wrap gap-1.5">
            <Chip>Home Defence</Chip>
            <Chip>Capitals</Chip>
            <Chip>Logistics</Chip>
          </span>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid items-center">
      <dt className="pr-3 text-sm text-text-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
