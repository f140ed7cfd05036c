import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useParams, useSearchParams } from "react-router";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { Portrait } from "#web/eve/images.tsx";
import { SuspendedChip } from "#web/suspension/suspended-chip.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { useBreadcrumb } from "#web/ui/page/breadcrumbs.tsx";
import { PageTitle } from "#web/ui/page/page-title.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { AccountCard } from "#web/pilots/pilot/account-card.tsx";
import { CharactersCard } from "#web/pilots/pilot/characters-card.tsx";
import { DiscordCard } from "#web/pilots/pilot/discord-card.tsx";
import { GroupsCard } from "#web/pilots/pilot/groups-card.tsx";
import { PilotActions } from "#web/pilots/pilot/pilot-actions.tsx";
import { ProblemsCard } from "#web/pilots/pilot/problems-card.tsx";
import { SessionsCard } from "#web/pilots/pilot/sessions-card.tsx";
import { watchedUsersQuery } from "#web/watched/queries.ts";
import { WatchedCard } from "#web/watched/watched-card.tsx";
import { readPastDay } from "#web/pilots/past/days.ts";
import { pilotQuery } from "./queries.ts";

const OnCard = lazy(() => import("#web/pilots/past/on-card.tsx"));
const PastView = lazy(() => import("#web/pilots/past/past-view.tsx"));
const ApplicationsCard = lazy(() => import("#web/pilots/pilot/applications-card.tsx"));
const TimelineCard = lazy(() => import("#web/pilots/pilot/timeline-card.tsx"));

export default function PilotPage() {
  const { userId = "" } = useParams();
  const [params] = useSearchParams();
  const on = readPastDay(params.get("on"), serverNow());
  if (on === undefined) return <PresentPage userId={userId} />;
  return (
    <Suspense>
      <PastView userId={userId} on={on} />
    </Suspense>
  );
}

function PresentPage({ userId }: { userId: string }) {
  const { data: pilot, isPending, refetch } = useQuery(pilotQuery(userId));
  const name = pilot && (pilot.mainCharacterName ?? say(UNKNOWN_USER));
  useBreadcrumb(name);
  return (
    <>
      <PageTitle>{name ?? t`Pilot`}</PageTitle>
      {isPending ? (
        <Card isFlush>
          <RowsSkeleton label={t`Loading the pilot`} rows={8} />
        </Card>
      ) : pilot ? (
        <Pilot key={userId} pilot={pilot} name={name ?? say(UNKNOWN_USER)} />
      ) : (
        <LoadFailed title={t`The pilot could not be loaded`} onRetry={refetch} />
      )}
    </>
  );
}

function Pilot({ pilot, name }: { pilot: PilotDetail; name: string }) {
  const isKeeper = useSession().user?.unseenHits !== undefined;
  const watched = useQuery({ ...watchedUsersQuery([pilot.userId]), enabled: isKeeper });
  return (
    <div className="grid grid-cols-1 gap-4">
      <Header pilot={pilot} name={name} />
      <Suspense fallback={<div className="min-h-17 rounded-card border border-line-faint" />}>
        <OnCard userId={pilot.userId} on={undefined} />
      </Suspense>
      <WatchedCard watched={watched} />
      <ProblemsCard pilot={pilot} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-4">
          <CharactersCard characters={pilot.characters} />
          <GroupsCard pilot={pilot} name={name} />
        </div>
        <div className="grid grid-cols-1 gap-4 lg:row-span-2">
          <DiscordCard discord={pilot.discord} roles={pilot.roles} />
          {pilot.applications.length > 0 && (
            <Suspense>
              <ApplicationsCard applications={pilot.applications} />
            </Suspense>
          )}
          <SessionsCard pilot={pilot} name={name} />
          <AccountCard pilot={pilot} />
        </div>
        {pilot.mainCharacterName !== null && (
          <Suspense>
            <TimelineCard name={pilot.mainCharacterName} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function Header({ pilot, name }: { pilot: PilotDetail; name: string }) {
  const { mainCharacterId, corporation, characters, lastSeenAt, suspension, isAdmin } = pilot;
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      {mainCharacterId !== null && (
        <span className="lock">
          <Portrait characterId={mainCharacterId} size={64} />
        </span>
      )}
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-2xl wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          {suspension === null ? (
            <Chip tone="ok">
              <Trans context="pilot">Active</Trans>
            </Chip>
          ) : (
            <SuspendedChip suspension={suspension} />
          )}
          {isAdmin && (
            <Chip icon="shield">
              <Trans>Administrator</Trans>
            </Chip>
          )}
        </div>
        <p className="wrap-anywhere text-text-2">
          {corporation === null ? (
            t`Corporation not read`
          ) : (
            <bdi>
              {corporation.name ??
                t`Corporation ${ph({ corporationId: corporation.corporationId })}`}
            </bdi>
          )}
          {" · "}
          {plural({ count: characters.length }, { one: "# character", other: "# characters" })}
          {lastSeenAt !== null && (
            <>
              {" · "}
              <Trans>
                last seen <RelativeTime at={lastSeenAt} />
              </Trans>
            </>
          )}
        </p>
      </div>
      <PilotActions pilot={pilot} name={name} />
    </header>
  );
}
