import { useQuery, useMutation } from "@tanstack/react-query";
import { Trans, ph, t } from "#web/language/macros.ts";
import type { AccountEvent } from "#shared/characters.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { AccountEventText } from "./account-event-text.tsx";
import { CardList, EventList, ListSkeleton } from "./notices-card.tsx";
import {
  accountEventsQuery,
  activeSessionsQuery,
  endApplicationMutation,
  endOtherSessionsMutation,
  endSessionMutation,
} from "./queries.ts";
import type { ActiveSession, ActiveSessions } from "#shared/session.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { Chip } from "#web/ui/chip.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";

/** The end of the dashboard. */
export default function AccountCards() {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <ActivityCard />
      <SessionsCard />
    </div>
  );
}

const SHOWN_AT_FIRST = 6;

function ActivityCard() {
  const { data, isError, refetch } = useQuery(accountEventsQuery);
  return (
    <Card isFlush title={t`Account activity`}>
      {isError ? (
        <LoadFailed title={t`Your activity could not be loaded`} onRetry={refetch} />
      ) : !data ? (
        <ListSkeleton label={t`Loading your activity`} />
      ) : data.length === 0 ? (
        <EmptyState variant="completed" title={t`No activity yet`} />
      ) : (
        <EventList events={data} shownAtFirst={SHOWN_AT_FIRST}>
          {(event) => <Event event={event} />}
        </EventList>
      )}
    </Card>
  );
}

function Event({ event }: { event: AccountEvent }) {
  return (
    <>
      <p className="min-w-0 flex-1 wrap-anywhere">
        <AccountEventText event={event} />
      </p>
      <p className="text-sm whitespace-nowrap text-text-2">
        <RelativeTime at={event.createdAt} />
      </p>
    </>
  );
}

/** All sessions of the user, and the applications they signed in to. Any of them can be ended, e.g. on a lost device. */
function SessionsCard() {
  const { data, isError, refetch } = useQuery(activeSessionsQuery);
  const endOthers = useMutation(endOtherSessionsMutation);
  const hasOthers =
    data !== undefined &&
    (data.applications.length > 0 || data.sessions.some(({ isCurrent }) => !isCurrent));
  const endAllOthers = () =>
    endOthers.mutate(undefined, {
      onSuccess: () => toast.success(t`All other sessions have ended, also at applications`),
      onError: (error) => toast.error(messageOf(error, t`Failed to end the other sessions`)),
    });
  return (
    <Card
      isFlush
      anchor="sessions"
      title={t`Sessions`}
      actions={
        hasOthers && (
          <Button
            size="sm"
            isBusy={endOthers.isPending}
            busyLabel={t`Ending...`}
            onClick={endAllOthers}
          >
            {t`End all others`}
          </Button>
        )
      }
    >
      {isError ? (
        <LoadFailed title={t`Your sessions could not be loaded`} onRetry={refetch} />
      ) : data ? (
        <CardList>
          {data.sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
          {data.applications.map((application) => (
            <ApplicationRow key={application.applicationId} application={application} />
          ))}
        </CardList>
      ) : (
        <ListSkeleton label={t`Loading your sessions`} />
      )}
    </Card>
  );
}

function SessionRow({ session }: { session: ActiveSession }) {
  const { id, isCurrent, lastSeenAt } = session;
  const device = deviceText(session.device);
  const end = useMutation(endSessionMutation);
  const endIt = () =>
    end.mutate(id, {
      onSuccess: () => toast.success(t`The session on ${device} has ended`),
      onError: (error) => toast.error(messageOf(error, t`Failed to end the session`)),
    });
  return (
    <>
      <span className="text-text-2">
        <Icon name="device" />
      </span>
      <div className="min-w-0 flex-1">
        <p>{device}</p>
        <p className="text-sm text-text-2">
          <Trans>
            Last seen <RelativeTime at={lastSeenAt} />
          </Trans>
        </p>
      </div>
      {isCurrent ? (
        <Chip tone="ok">{t`This browser`}</Chip>
      ) : (
        <Button size="sm" isBusy={end.isPending} busyLabel={t`Ending...`} onClick={endIt}>
          <Trans>
            End<VisuallyHidden> the session on {device}</VisuallyHidden>
          </Trans>
        </Button>
      )}
    </>
  );
}

function ApplicationRow({
  application: { applicationId, applicationName, signedInAt },
}: {
  application: ActiveSessions["applications"][number];
}) {
  const end = useMutation(endApplicationMutation);
  const endIt = () =>
    end.mutate(applicationId, {
      onSuccess: () => toast.success(t`You are signed out of ${applicationName}`),
      onError: (error) => toast.error(messageOf(error, t`Failed to end the session`)),
    });
  return (
    <>
      <span className="text-text-2">
        <Icon name="external" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <bdi>{applicationName}</bdi>
        </p>
        <p className="text-sm text-text-2">
          <Trans>
            Signed in with Muster <RelativeTime at={signedInAt} />
          </Trans>
        </p>
      </div>
      <Button size="sm" isBusy={end.isPending} busyLabel={t`Ending...`} onClick={endIt}>
        <Trans>
          End<VisuallyHidden> the sessions at {applicationName}</VisuallyHidden>
        </Trans>
      </Button>
    </>
  );
}

/** "Firefox on Windows", as the Worker describes a browser (worker/auth/sessions/sessions.ts). */
function deviceText(device: string): string {
  const [browser, system] = device.split(" on ");
  if (system !== undefined) return t`${ph({ browser: browser ?? "" })} on ${system}`;
  return device === "Unknown device" ? t`Unknown device` : device;
}
