import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Application, SignIn } from "#shared/applications/applications.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { itemsOf } from "#web/lib/api/pages.ts";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { peopleText } from "./application-summary.tsx";
import { signInsQuery } from "./queries.ts";

/** Who has signed in, was refused or changed their mind. */
export function SignInsCard({ application }: { application: Application }) {
  const list = useInfiniteQuery(signInsQuery(application.id));
  const items = itemsOf(list.data);
  return (
    <Card isFlush title={t`Recent sign-ins`}>
      {list.isPending ? (
        <RowsSkeleton label={t`Loading the sign-ins`} rows={5} />
      ) : !list.data ? (
        <LoadFailed title={t`The sign-ins could not be loaded`} onRetry={list.refetch} />
      ) : items.length === 0 ? (
        <EmptyState variant="call-to-action" title={t`No sign-in yet`}>
          <Trans>
            Enter the client id and the secret at the application, then try it yourself.
          </Trans>
        </EmptyState>
      ) : (
        <ol aria-label={t`Recent sign-ins`} className="divide-y divide-line-faint">
          {items.map((item) => (
            <Row key={item.id} signIn={item} />
          ))}
        </ol>
      )}
      <LoadMore list={list} shown={items.length} />
      {application.people30Days > 0 && (
        <p className="border-t border-line-faint px-4 py-2.5 text-xs text-text-2">
          <Trans>{ph({ people: peopleText(application.people30Days) })} in 30 days</Trans>
        </p>
      )}
    </Card>
  );
}

function Row({ signIn: { at, person, outcome, reason } }: { signIn: SignIn }) {
  const { userId, mainCharacterId, name } = person;
  return (
    <li className="flex items-center gap-2.5 px-4 py-2">
      <div className="min-w-0 flex-1">
        <PilotName
          characterId={mainCharacterId}
          name={name}
          to={userId === null ? undefined : paths.adminPilot(userId)}
        >
          <span>
            {outcome === "refused" ? <Refused reason={reason} /> : say(OUTCOMES[outcome])}
          </span>
        </PilotName>
      </div>
      <span className="text-sm whitespace-nowrap text-text-2">
        <RelativeTime at={at} />
      </span>
    </li>
  );
}

function Refused({ reason }: Pick<SignIn, "reason">) {
  return reason === null ? (
    <span className="text-danger">{t`Refused`}</span>
  ) : (
    <Trans>
      <span className="text-danger">Refused</span>: {reason}
    </Trans>
  );
}

const OUTCOMES = {
  signed_in: msg`Signed in`,
  cancelled: msg`Cancelled`,
} as const;
