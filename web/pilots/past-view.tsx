import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { ReactNode } from "react";
import type { PilotPast } from "#shared/pilots/past.ts";
import { ph, plural, t, Trans } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { EvidenceNote } from "#web/events/evidence-note.tsx";
import { Lock, Portrait } from "#web/eve/images.tsx";
import { NameActions } from "#web/eve/pilot-name.tsx";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { formatDate } from "#web/lib/time.ts";
import { pastQuery } from "./queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { DateOnly } from "#web/ui/time.tsx";
import OnCard, { useDay } from "./on-card.tsx";
import {
  pastAffiliationText,
  joinedByDots,
  PastCharactersCard,
  PastGroupsCard,
} from "./past-cards.tsx";

const TimelineCard = lazy(() => import("#web/pilots/pilot/timeline-card.tsx"));

type Props = { userId: string; on: string };

/** What a pilot had at the end of a day, from the log. Nothing can be changed here. */
export default function PastView({ userId, on }: Props) {
  const { data: past, isPending, refetch } = useQuery(pastQuery(userId, on));
  const setDay = useDay();
  return (
    <div className="past-view grid grid-cols-1 gap-4 *:[header]:mb-0">
      <output className="past-bar sticky top-0 z-4 flex print:hidden flex-wrap items-center gap-x-4 gap-y-2 rounded-card px-4 py-2.5">
        <Icon name="clock" />
        <span className="min-w-0 flex-1 basis-64">
          <strong className="block">
            <Trans>Past view: {ph({ on: formatDate(on) })}, end of day (EVE)</Trans>
          </strong>
          <span className="text-sm">
            {t`What the log says this pilot had then. Nothing can be changed here.`}
          </span>
        </span>
        <Button onClick={() => setDay(undefined)}>{t`Back to now`}</Button>
      </output>
      {past ? (
        <Past userId={userId} past={past} name={past.name ?? say(UNKNOWN_USER)} />
      ) : (
        <>
          <PageHeader title={t`Pilot`} />
          {isPending ? (
            <Card isFlush>
              <RowsSkeleton label={t`Loading the past`} rows={8} />
            </Card>
          ) : (
            <LoadFailed title={t`The past could not be loaded`} onRetry={refetch} />
          )}
        </>
      )}
    </div>
  );
}

type PastProps = { userId: string; past: PilotPast; name: string };

function Past({ userId, past, name }: PastProps) {
  return (
    <>
      <Header past={past} name={name} />
      <OnCard userId={userId} on={past.on} />
      <Limits past={past} />
      {!past.isBefore && (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="grid grid-cols-1 gap-4">
            <PastCharactersCard past={past} />
            <PastGroupsCard past={past} />
            {past.name !== null && (
              <div className="print:hidden">
                <Suspense>
                  <TimelineCard name={past.name} until={past.on} />
                </Suspense>
              </div>
            )}
          </div>
          <div className="grid grid-cols-1 gap-4 print:grid-cols-3">
            <Card title="Discord">
              {past.discord === null ? (
                <p className="text-text-2">{t`Not linked`}</p>
              ) : (
                <>
                  <p className="font-medium wrap-anywhere">
                    <bdi>{past.discord.name}</bdi>
                  </p>
                  <p className="text-sm text-text-2">
                    {past.discord.linkedAt === null ? (
                      t`Linked before the log`
                    ) : (
                      <Trans>
                        Linked <DateOnly at={past.discord.linkedAt} />
                      </Trans>
                    )}
                  </p>
                </>
              )}
            </Card>
            <PastRoles roles={past.roles} />
            <Card title={t`Sessions`}>
              <p className="text-text-2">{t`Sessions are not kept by date.`}</p>
            </Card>
          </div>
        </div>
      )}
      <Card isFlush>
        <EvidenceNote seal={past.seal} />
      </Card>
    </>
  );
}

/** What Muster had given. */
function PastRoles({ roles }: Pick<PilotPast, "roles">) {
  return (
    <Card title={t`Roles on Discord`}>
      {roles.length === 0 ? (
        <p className="text-text-2">{t`None that Muster had given`}</p>
      ) : (
        <ul className="grid gap-2">
          {roles.map(({ serverId, serverName, roleName, since }) => (
            <li key={`${serverId} ${roleName}`}>
              <p className="font-medium wrap-anywhere">
                <bdi>{roleName}</bdi>
              </p>
              <p className="text-sm wrap-anywhere text-text-2">
                <Trans>
                  on <bdi>{serverName}</bdi>, given <DateOnly at={since} />
                </Trans>
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-sm text-text-2">
        {t`Roles that a person gave or took away on Discord are not in the log.`}
      </p>
    </Card>
  );
}

function Header({ past, name }: { past: PilotPast; name: string }) {
  const { on, characters, mainCharacterId, isAdmin, isSuspended, isBefore } = past;
  const main = characters.find(({ isMain }) => isMain);
  return (
    <PageHeader
      title={name}
      tabTitle={t`${name} on ${ph({ on: formatDate(on) })}`}
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
          <span className="past-chip inline-flex h-5.5 items-center gap-1.5 rounded-control px-2 text-xs font-medium whitespace-nowrap">
            <Icon name="clock" size={12} />
            <Trans>As of {ph({ on: formatDate(on) })}</Trans>
          </span>
          {isSuspended && (
            <Chip tone="danger" icon="lock">
              {t`Suspended`}
            </Chip>
          )}
          {isAdmin === true && <Chip icon="shield">{t`Administrator`}</Chip>}
        </>
      }
      subtitle={
        !isBefore &&
        joinedByDots([
          main && pastAffiliationText(main),
          plural({ count: characters.length }, { one: "# character", other: "# characters" }),
          mainText(past, name),
          isAdmin === null && t`administrators not recorded`,
        ])
      }
    />
  );
}

function mainText({ isMainRecorded, characters }: PilotPast, name: string): string | false {
  if (!isMainRecorded) return t`main not recorded`;
  const main = characters.find(({ isMain }) => isMain);
  return (
    main !== undefined &&
    main.characterName !== name &&
    t`main was ${ph({ characterName: main.characterName })}`
  );
}

/** Where the log does not reach. */
function Limits({ past }: { past: PilotPast }) {
  const { on, createdAt, isBefore, mergedAt, loggedSince, isCut } = past;
  if (isBefore) {
    return (
      <Limit>
        <Trans>
          The account was created later, on <DateOnly at={createdAt} />.
        </Trans>
      </Limit>
    );
  }
  const isLoggedLater = loggedSince === null || loggedSince.slice(0, 10) > on;
  return (
    <>
      {isLoggedLater && (
        <Limit>
          {loggedSince === null ? (
            <Trans>
              Muster’s log begins later. This page shows what later events tell; more may have ended
              before.
            </Trans>
          ) : (
            <Trans>
              Muster’s log begins later, on <DateOnly at={loggedSince} />. This page shows what
              later events tell; more may have ended before.
            </Trans>
          )}
        </Limit>
      )}
      {mergedAt !== null && (
        <Limit>
          <Trans>
            Another account was merged into this one on <DateOnly at={mergedAt} />. This page shows
            what both had; which character was the main is not known.
          </Trans>
        </Limit>
      )}
      {isCut && (
        <Limit>
          {t`This pilot has more events than are read here. The earliest are left out.`}
        </Limit>
      )}
    </>
  );
}

function Limit({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-text-2">
      <span className="pt-0.5 text-text-2">
        <Icon name="info" />
      </span>
      <span>{children}</span>
    </p>
  );
}
