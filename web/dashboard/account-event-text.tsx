import { lazy, Suspense } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { currentLanguage } from "#web/language/messages.ts";
import { Trans, ph, t, plural } from "#web/language/macros.ts";
import { fullStop } from "#shared/language/messages.ts";
import { joined, sentenceGap } from "#web/lib/sentence.ts";
import type { AccountEvent } from "#shared/characters.ts";
import { paths } from "#web/lib/paths.ts";
import { formatDate } from "#web/lib/time.ts";
import { EveDay } from "#web/ui/time.tsx";
import type { MovedAccount } from "#shared/session.ts";

const CauseLine = lazy(() => import("#web/repairs/cause-line.tsx"));

const SENTENCES: Record<AccountEvent["kind"], (name: ReactNode) => ReactNode> = {
  account_created: (name) => <Trans>Account created with {name} as main</Trans>,
  character_linked: (name) => <Trans>{name} linked</Trans>,
  character_confirmed: (name) => <Trans>{name} confirmed as yours</Trans>,
  character_unlinked: (name) => <Trans>{name} unlinked</Trans>,
  character_sold: (name) => <Trans>{name} changed hands in EVE and left this account</Trans>,
  character_acquired: (name) => <Trans>{name} changed hands in EVE and joined this account</Trans>,
  character_returned: (name) => <Trans>{name} returned to this account</Trans>,
  account_taken_back: (name) => <Trans>{name} took this account back. All sessions ended</Trans>,
  main_changed: (name) => <Trans>{name} became your main</Trans>,
  session_ended: () => t`A session was ended`,
  sessions_ended: () => t`All other sessions were ended`,
  pilot_viewed: () => t`An administrator opened your page under Pilots`,
  sessions_revoked: () => t`An administrator ended all your sessions`,
  discord_linked: (name) => <Trans>Discord account {name} linked</Trans>,
  discord_unlinked: (name) => <Trans>Discord account {name} unlinked</Trans>,
  group_blocked: (name) => <Trans>{name} may no longer invite you</Trans>,
  group_unblocked: (name) => <Trans>{name} may invite you again</Trans>,
  account_exported: () => t`Your data was downloaded`,
  account_deleted: () => t`Account deleted`,
  account_absorbed: (name) => <Trans>This account was merged into that of {name}</Trans>,
  accounts_merged: (name) => <Trans>The account of {name} was merged with this one</Trans>,
  user_suspended: () => t`An administrator suspended this account`,
  account_moved_in: (text) => text,
  sharing_viewed: (name) => <Trans>A reviewer of {name} looked at what you share</Trans>,
  suspension_lifted: () => t`An administrator lifted the suspension`,
  actions_undone: () => t`An administrator undid actions of yours`,
  administrator_confirmed: (name) => <Trans>{name} was confirmed as an administrator</Trans>,
  affiliation_changed: (name) => <Trans>{name} changed corporation or alliance</Trans>,
  token_lost: (name) => <Trans>EVE revoked the authorization of {name}</Trans>,
  token_restored: (name) => <Trans>{name} authorized again</Trans>,
  administrator_added: () => t`You became a system administrator`,
  administrator_removed: () => t`You are no longer a system administrator`,
  request_approved: (name) => <Trans>Your request to join {name} was approved</Trans>,
  request_rejected: (name) => <Trans>Your request to join {name} was rejected</Trans>,
  invitation_sent: (name) => <Trans>You were invited to {name}</Trans>,
  member_added: (name) => <Trans>An administrator added you to {name}</Trans>,
  member_removed: (name) => <Trans>You were removed from {name}</Trans>,
  membership_end_set: (name) => <Trans>Your membership of {name} no longer has an end</Trans>,
  admin_appointed: (name) => <Trans>You became an admin of {name}</Trans>,
  admin_dismissed: (name) => <Trans>You are no longer an admin of {name}</Trans>,
  ownership_transferred: (name) => <Trans>You became the owner of {name}</Trans>,
};

export function AccountEventText({ event }: { event: AccountEvent }) {
  return (
    <>
      {suspensionOf(event) ??
        endOf(event) ??
        stayOf(event) ??
        SENTENCES[event.kind](subjectOf(event))}
      {event.reason !== null && (
        <>
          {": "}
          <Trans>
            “<bdi>{event.reason}</bdi>”
          </Trans>
        </>
      )}
      {event.causes.length > 0 && (
        <Suspense>
          {fullStop(currentLanguage())}
          {sentenceGap()}
          <CauseLine causes={event.causes} viewpoint="own" at={event.createdAt} />
        </Suspense>
      )}
    </>
  );
}

function endOf(event: AccountEvent): ReactNode {
  const { kind, endsAt } = event;
  if (endsAt === null) return undefined;
  if (kind === "member_removed")
    return <Trans>Your membership of {ph({ subject: subjectOf(event) })} ended</Trans>;
  if (kind !== "membership_end_set") return undefined;
  return (
    <Trans>
      Your membership of {ph({ subject: subjectOf(event) })} lasts until <EveDay at={endsAt} />
    </Trans>
  );
}

function stayOf(event: AccountEvent): ReactNode {
  if (event.kind !== "request_rejected" || !event.isExtension) return undefined;
  return <Trans>Your request to stay in {ph({ name: subjectOf(event) })} was rejected</Trans>;
}

function suspensionOf({ suspension }: AccountEvent): string | undefined {
  if (!suspension) return undefined;
  const { until, reason } = suspension;
  return until === null
    ? t`An administrator suspended this account: ${reason}`
    : t`An administrator suspended this account until ${ph({ date: formatDate(until) })}: ${reason}`;
}

function subjectOf({
  moved,
  characterName,
  discordName,
  groupId,
  groupName,
}: AccountEvent): ReactNode {
  if (moved) return movedInText(moved);
  const name = characterName ?? discordName ?? groupName;
  if (name === null) return t({ context: "instead of its name", message: "A character" });
  if (groupId === null) return <bdi>{name}</bdi>;
  return (
    <Link className="underline decoration-1 underline-offset-4" to={paths.group(groupId)}>
      <bdi>{name}</bdi>
    </Link>
  );
}

/** The notice of an account that moved in, and what the pilot can expect of it. */
export function movedInText({
  from,
  characters,
  groups,
  requests,
  hasDiscord,
}: MovedAccount): string {
  const parts = [
    plural(characters, { one: "# character", other: "# characters" }),
    ...(groups > 0 ? [plural(groups, { one: "# group", other: "# groups" })] : []),
    ...(requests > 0
      ? [plural(requests, { one: "# join request", other: "# join requests" })]
      : []),
    ...(hasDiscord ? [t`your Discord account`] : []),
  ];
  return t`Your account moved in from ${from}, with ${ph({ parts: joined(parts) })}. Muster keeps your EVE authorizations encrypted. You can unlink characters or delete your account at any time.`;
}
