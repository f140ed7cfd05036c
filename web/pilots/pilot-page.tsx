import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useParams, useSearchParams } from "react-router";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { ph, plural, t, Trans } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { Lock, Portrait } from "#web/eve/images.tsx";
import { NameActions } from "#web/eve/pilot-name.tsx";
import { SuspendedChip } from "#web/suspension/suspended-chip.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { useScreen } from "#web/lib/layout.ts";
import { serverNow } from "#web/lib/clock.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { CharactersCard, Counted } from "#web/pilots/pilot/characters-card.tsx";
import { PilotGroupsCard } from "#web/pilots/pilot/groups-card.tsx";
import { PilotActions } from "#web/pilots/pilot/pilot-actions.tsx";
import { ProblemsCard } from "#web/pilots/pilot/problems-card.tsx";
import {
  AccountCard,
  PilotApplicationsCard,
  PilotDiscordCard,
  SessionsCard,
} from "#web/pilots/pilot/account-cards.tsx";
import { watchedUsersQuery } from "#web/eve/watch.tsx";
import { WatchedCard } from "#web/watched/watched-card.tsx";
import { readPastDay } from "#web/lib/time.ts";
import { pilotQuery } from "./queries.ts";

/** What the list of pilots and the page beside it need. */
const WIDE = "(min-width: 100rem)";

const OnCard = lazy(() => import("./on-card.tsx"));
const PastView = lazy(() => import("./past-view.tsx"));
const PilotSideList = lazy(() => import("./pilot-side-list.tsx"));
const PilotStrip = lazy(async () => ({
  default: (await import("#web/eve/pilot-card.tsx")).PilotStrip,
}));
const KillmailTable = lazy(async () => ({
  default: (await import("#web/eve/killmails.tsx")).KillmailTable,
}));
const TimelineCard = lazy(() => import("#web/pilots/pilot/timeline-card.tsx"));

export default function PilotPage() {
  const { userId = "" } = useParams();
  const [params] = useSearchParams();
  const on = readPastDay(params.get("on"), serverNow());
  const isWide = useScreen(WIDE);
  const page =
    on === undefined ? (
      <PresentPage userId={userId} />
    ) : (
      <Suspense>
        <PastView userId={userId} on={on} />
      </Suspense>
    );
  if (!isWide) return page;
  return (
    <div className="grid grid-cols-[20rem_minmax(0,1fr)] items-start gap-4">
      <Suspense fallback={<RowsSkeleton label={t`Loading pilots`} rows={8} />}>
        <PilotSideList userId={userId} />
      </Suspense>
      <div>{page}</div>
    </div>
  );
}

function PresentPage({ userId }: { userId: string }) {
  const { data: pilot, isPending, refetch } = useQuery(pilotQuery(userId));
  if (pilot) {
    return <Pilot key={userId} pilot={pilot} name={pilot.mainCharacterName ?? say(UNKNOWN_USER)} />;
  }
  return (
    <>
      <PageHeader title={t`Pilot`} />
      {isPending ? (
        <Card isFlush>
          <RowsSkeleton label={t`Loading the pilot`} rows={8} />
        </Card>
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
    <div className="grid grid-cols-1 gap-4 *:[header]:mb-0">
      <Header pilot={pilot} name={name} />
      {pilot.mainCharacterId !== null && (
        <Suspense fallback={<div className="min-h-19 rounded-card border border-line-faint" />}>
          <PilotStrip characterId={pilot.mainCharacterId} />
        </Suspense>
      )}
      <Suspense fallback={<div className="min-h-17 rounded-card border border-line-faint" />}>
        <OnCard userId={pilot.userId} on={undefined} />
      </Suspense>
      <WatchedCard watched={watched} />
      <ProblemsCard pilot={pilot} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-4">
          <CharactersCard characters={pilot.characters} />
          <PilotGroupsCard pilot={pilot} name={name} />
          {pilot.losses.length > 0 && (
            <Card isFlush title={<Counted title={t`Last losses`} count={pilot.losses.length} />}>
              <Suspense>
                <KillmailTable caption={t`Last losses`} killmails={pilot.losses} />
              </Suspense>
            </Card>
          )}
        </div>
        <div className="grid grid-cols-1 gap-4 lg:row-span-2">
          <PilotDiscordCard discord={pilot.discord} roles={pilot.roles} />
          {pilot.applications.length > 0 && (
            <PilotApplicationsCard applications={pilot.applications} />
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
    <PageHeader
      title={name}
      image={
        mainCharacterId !== null && (
          <Lock>
            <Portrait characterId={mainCharacterId} size={64} />
          </Lock>
        )
      }
      chips={
        <>
          {mainCharacterId !== null && <NameActions characterId={mainCharacterId} name={name} />}
          {suspension === null ? (
            <Chip tone="ok">
              <Trans context="pilot">Active</Trans>
            </Chip>
          ) : (
            <SuspendedChip suspension={suspension} />
          )}
          {isAdmin && <Chip icon="shield">{t`Administrator`}</Chip>}
        </>
      }
      subtitle={
        <>
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
        </>
      }
      actions={<PilotActions pilot={pilot} name={name} />}
    />
  );
}
