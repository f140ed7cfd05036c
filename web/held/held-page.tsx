import { Plural, Trans, plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { HeldChange, HeldServer } from "#shared/requirements/held.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { HeldCard } from "./held-card.tsx";
import { DecidedCard, HeldChip, Headline, TriggerText } from "./held-summary.tsx";
import { heldChangesQuery } from "./queries.ts";

/** The removals that wait for a decision: the first in full, and then those decided before. */
export default function HeldPage() {
  const { data, isPending, refetch } = useQuery(heldChangesQuery);
  const isReleasing = data?.waiting.some(({ state }) => state === "released") === true;
  return (
    <>
      <PageHeader
        title={t`Held changes`}
        subtitle={
          !isReleasing &&
          t`Changes that would remove many members wait here until an administrator decides. No member below has lost anything yet.`
        }
      />
      {isPending ? (
        <Loading>{t`Loading held changes...`}</Loading>
      ) : !data ? (
        <LoadFailed title={t`The held changes could not be loaded`} onRetry={refetch} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {data.waiting.length + data.servers.length === 0 && <NothingHeld />}
          {data.waiting.map((held, index) =>
            index === 0 ? (
              <HeldCard key={held.id} id={held.id} />
            ) : (
              <WaitingCard key={held.id} held={held} />
            ),
          )}
          {data.servers.map((server) => (
            <ServerCard key={server.serverId} server={server} />
          ))}
          <DecidedCard decided={data.decided.filter(({ state }) => state !== "released")} />
        </div>
      )}
    </>
  );
}

function NothingHeld() {
  return (
    <Card isFlush>
      <EmptyState variant="completed" title={t`Nothing is held`}>
        <Trans>
          Removals wait here when they would take more than 20 % of a group (and more than 5
          people), or more than 50 people in all, within one hour.
        </Trans>
      </EmptyState>
    </Card>
  );
}

/** Removals of roles are decided where the roles are mapped. */
function ServerCard({ server: { serverId, serverName, count, at } }: { server: HeldServer }) {
  return (
    <Card
      isFlush
      title={
        <Trans>
          <bdi>{serverName}</bdi>:{" "}
          <Plural
            value={count}
            one="# person would lose roles on Discord"
            other="# people would lose roles on Discord"
          />
        </Trans>
      }
      actions={<HeldChip held={{ state: "held", createdAt: at }} />}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <p className="min-w-0 flex-1 basis-64 text-text-2">
          <Trans>
            A check found them <EveMoment at={at} />. Everybody keeps their roles until then.
          </Trans>
        </p>
        <ButtonLink size="sm" to={paths.adminDiscordServer(serverId)}>
          {reviewNames(count)}
        </ButtonLink>
      </div>
    </Card>
  );
}

const reviewNames = (count: number) =>
  plural(count, { one: "Review # name", other: "Review # names" });

function WaitingCard({ held }: { held: HeldChange }) {
  return (
    <Card isFlush title={<Headline held={held} />} actions={<HeldChip held={held} />}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <p className="min-w-0 flex-1 basis-64 text-text-2">
          <TriggerText held={held} />
        </p>
        <ButtonLink size="sm" to={paths.adminHeldChange(held.id)}>
          {reviewNames(held.removalCount)}
        </ButtonLink>
      </div>
    </Card>
  );
}
