import type { AccountEvent } from "#shared/account/account-event.ts";
import { lazy, Suspense } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Suspension } from "#shared/session.ts";
import { paths } from "#web/lib/paths.ts";
import { formatDate } from "#web/lib/time/time.ts";
import { EveDay } from "#web/ui/time.tsx";
import { movedInText } from "./moved-in-text.ts";

const CauseLine = lazy(() => import("#web/repairs/cause-line.tsx"));

const SENTENCES: Record<AccountEvent["kind"], (name: ReactNode) => ReactNode> = {
  account_created: (name) => <>Account created with {name} as main</>,
  character_linked: (name) => <>{name} linked</>,
  character_confirmed: (name) => <>{name} confirmed as yours</>,
  character_unlinked: (name) => <>{name} unlinked</>,
  character_sold: (name) => <>{name} changed hands in EVE and left this account</>,
  character_acquired: (name) => <>{name} changed hands in EVE and joined this account</>,
  character_returned: (name) => <>{name} returned to this account</>,
  account_taken_back: (name) => <>{name} took this account back. All sessions ended</>,
  main_changed: (name) => <>{name} became your main</>,
  session_ended: () => "A session was ended",
  sessions_ended: () => "All other sessions were ended",
  pilot_viewed: () => "An administrator opened your page under Pilots",
  sessions_revoked: () => "An administrator ended all your sessions",
  discord_linked: (name) => <>Discord account {name} linked</>,
  discord_unlinked: (name) => <>Discord account {name} unlinked</>,
  group_blocked: (name) => <>{name} may no longer invite you</>,
  group_unblocked: (name) => <>{name} may invite you again</>,
  account_exported: () => "Your data was downloaded",
  account_deleted: () => "Account deleted",
  account_absorbed: (name) => <>This account was merged into that of {name}</>,
  accounts_merged: (name) => <>The account of {name} was merged with this one</>,
  user_suspended: (terms) => <>An administrator suspended this account{terms}</>,
  account_moved_in: (text) => text,
  suspension_lifted: () => "An administrator lifted the suspension",
  actions_undone: () => "An administrator undid actions of yours",
  administrator_confirmed: (name) => <>{name} was confirmed as an administrator</>,
  affiliation_changed: (name) => <>{name} changed corporation or alliance</>,
  token_lost: (name) => <>EVE revoked the authorization of {name}</>,
  token_restored: (name) => <>{name} authorized again</>,
  administrator_added: () => "You became a system administrator",
  administrator_removed: () => "You are no longer a system administrator",
  sharing_viewed: (name) => <>A reviewer of {name} looked at what you share</>,
  request_approved: (name) => <>Your request to join {name} was approved</>,
  request_rejected: (name) => <>Your request to join {name} was rejected</>,
  invitation_sent: (name) => <>You were invited to {name}</>,
  member_added: (name) => <>An administrator added you to {name}</>,
  member_removed: (name) => <>You were removed from {name}</>,
  membership_end_set: (name) => <>Your membership of {name} no longer has an end</>,
  admin_appointed: (name) => <>You became an admin of {name}</>,
  admin_dismissed: (name) => <>You are no longer an admin of {name}</>,
  ownership_transferred: (name) => <>You became the owner of {name}</>,
};

export function AccountEventText({ event }: { event: AccountEvent }) {
  return (
    <>
      {endOf(event) ?? SENTENCES[event.kind](subjectOf(event))}
      {event.reason !== null && (
        <>
          : “<bdi>{event.reason}</bdi>”
        </>
      )}
      {event.causes.length > 0 && (
        <Suspense>
          . <CauseLine causes={event.causes} viewpoint="own" at={event.createdAt} />
        </Suspense>
      )}
    </>
  );
}

function endOf(event: AccountEvent): ReactNode {
  const { kind, endsAt } = event;
  if (endsAt === null) return undefined;
  if (kind === "member_removed") return <>Your membership of {subjectOf(event)} ended</>;
  if (kind !== "membership_end_set") return undefined;
  return (
    <>
      Your membership of {subjectOf(event)} lasts until <EveDay at={endsAt} />
    </>
  );
}

function subjectOf({
  suspension,
  moved,
  characterName,
  discordName,
  groupId,
  groupName,
}: AccountEvent): ReactNode {
  if (suspension) return termsOf(suspension);
  if (moved) return movedInText(moved);
  const name = characterName ?? discordName ?? groupName;
  if (name === null) return "A character";
  if (groupId === null) return <bdi>{name}</bdi>;
  return (
    <Link className="underline decoration-1 underline-offset-4" to={paths.group(groupId)}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function termsOf({ until, reason }: Suspension): string {
  return `${until === null ? "" : ` until ${formatDate(until)}`}: ${reason}`;
}
