import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { Suspense } from "react";
import { Navigate } from "react-router";
import { Trans, t, ph } from "#web/language/macros.ts";
import type { CharacterOverview } from "#shared/characters.ts";
import type { Waiting } from "#shared/groups/groups.ts";
import type { CharacterSummary, User } from "#shared/session.ts";
import { useSession } from "#web/lib/api/session.ts";
import { GroupsCard } from "#web/groups/groups-card.tsx";
import { GuestNote } from "#web/repairs/guest-note.tsx";
import { lazyAfterPaint } from "#web/lib/first-paint.ts";
import { overviewQuery, waitingQuery } from "#web/lib/api/queries.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { LinkedCharacters } from "#web/dashboard/characters/linked-characters.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { AttentionCard } from "./attention-card.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { MainCharacterCard } from "./main-character-card.tsx";
import { NoticesCard } from "./notices-card.tsx";

/** The page keeps room of this size for the card, so that nothing below moves when the card arrives. */
const DecisionsBlock = lazyAfterPaint(() => import("#web/overview/decisions-block.tsx"));
const NextOperations = lazyAfterPaint(() => import("#web/operations/next-operations.tsx"));
const DiscordCard = lazyAfterPaint(() => import("#web/discord/discord-card.tsx"));
const AccountCards = lazyAfterPaint(() => import("./account-cards.tsx"));

export default function DashboardPage() {
  const { user, isPending, isError, retry } = useSession();
  // Loaded in parallel with the session and awaited, to avoid layout shifts.
  const overview = useQuery(overviewQuery);
  const waiting = useQuery(waitingQuery);
  if (!user && !isPending && !isError) return <Navigate to={paths.home} replace />;
  return (
    <>
      <PageHeader title={t`Dashboard`} subtitle={t`Manage your characters and connections`} />
      {isError ? (
        <Alert
          tone="danger"
          title={t`Your account could not be loaded`}
          action={<Button onClick={retry}>{t`Try again`}</Button>}
        >
          {t`You are still signed in, and nothing was changed.`}
        </Alert>
      ) : user && !isFirstLoad(overview) && !isFirstLoad(waiting) ? (
        <Dashboard user={user} overview={overview} waiting={waiting} />
      ) : (
        <Loading>{t`Loading dashboard...`}</Loading>
      )}
    </>
  );
}

const NOTHING_WAITS = {
  problems: [],
  emergencies: [],
  ends: [],
  reviews: [],
  requests: [],
};

/** A query that failed is pending again while it is repeated, and one that is paused offline stays so. */
function isFirstLoad({ isPending, errorUpdateCount, fetchStatus }: UseQueryResult): boolean {
  return isPending && errorUpdateCount === 0 && fetchStatus !== "paused";
}

type LoadedProps = {
  user: User;
  overview: UseQueryResult<CharacterOverview>;
  waiting: UseQueryResult<Waiting>;
};

function Dashboard(props: LoadedProps) {
  const { user } = props;
  const { data: overview } = props.overview;
  const { data: waiting } = props.waiting;
  const { main } = useSession();
  const overviewOfMain = overview?.characters.find(({ isMain }) => isMain);
  return (
    <div className="grid grid-cols-1 gap-4">
      {user.adminRightsWithheld && (
        <Alert tone="warn" title={t`Your administrator rights are withheld`}>
          <Trans>
            One of your characters is configured as an administrator of this Muster, but it changed
            hands in EVE or moved to another EVE account. Ask another administrator to confirm you
            under Settings, or the person who deploys Muster to run{" "}
            <code>npm run admin:confirm</code>.
          </Trans>
        </Alert>
      )}
      {user.hasNoAdministrators && main && <NoAdministrators main={main} />}
      <GuestNote />
      {user.is_admin ? (
        <Suspense fallback={<div className="h-25.5 min-[40rem]:h-13" />}>
          <DecisionsBlock />
        </Suspense>
      ) : (
        // Administrators have the community's, in the overview.
        <FirstSteps user={user} overview={overviewOfMain} />
      )}
      {user.hasMergeRequest && (
        <Alert
          tone="warn"
          title={t`Another account asks to be merged with yours`}
          action={
            <ButtonLink size="sm" to={paths.account}>
              {t`Read the request`}
            </ButtonLink>
          }
        >
          <Trans>
            Its user has signed in at EVE as your main. If that was not you, decline the request and
            tell an administrator.
          </Trans>
        </Alert>
      )}
      {overview ? (
        <AttentionCard
          found={{ ...(waiting ?? NOTHING_WAITS), attention: overview.attention }}
          characters={overview.characters}
        />
      ) : (
        <NotLoaded title={t`Your pilots could not be loaded`} query={props.overview} />
      )}
      {waiting === undefined && (
        <NotLoaded title={t`What waits for you could not be loaded`} query={props.waiting} />
      )}
      {overview && overview.notices.length > 0 && <NoticesCard notices={overview.notices} />}
      {overview && overview.operations.length > 0 && (
        <Suspense fallback={<div className="h-60 sm:h-40" />}>
          <NextOperations />
        </Suspense>
      )}
      {main && <MainCharacterCard main={main} overview={overviewOfMain} />}
      <LinkedCharacters user={user} overview={overview?.characters ?? []} />
      <GroupsCard />
      <Suspense>
        <DiscordCard />
        <AccountCards />
      </Suspense>
    </div>
  );
}

function NotLoaded({ title, query }: { title: string; query: UseQueryResult }) {
  return (
    <Alert
      tone="danger"
      title={title}
      action={
        <Button
          isBusy={query.fetchStatus === "fetching"}
          busyLabel={t`Trying...`}
          onClick={() => void query.refetch()}
        >
          {t`Try again`}
        </Button>
      }
    >
      {t`Nothing was changed.`}
    </Alert>
  );
}

/** For the person who has just deployed Muster: the line that makes their main an administrator. */
function NoAdministrators({ main }: { main: CharacterSummary }) {
  const line = `"ADMIN_CHARACTER_IDS": "${main.characterId}",`;
  return (
    <Alert tone="warn" title={t`This Muster has no administrator yet`}>
      <Trans>
        If you run this site: the character id of{" "}
        <bdi>{ph({ characterName: main.characterName })}</bdi> is{" "}
        {ph({ characterId: String(main.characterId) })}. Set this line in{" "}
        <code>wrangler.jsonc</code> and deploy, then reload this page.
      </Trans>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code className="min-w-0 text-sm wrap-anywhere select-all">{line}</code>
        <CopyButton text={line} what={t`the line for wrangler.jsonc`} />
      </div>
    </Alert>
  );
}
