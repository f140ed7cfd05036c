import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { InviteCodePreview, InviteCodeState } from "#shared/groups/invitations.ts";
import { VisibilityChip } from "#web/groups/group/group-chips.tsx";
import { inviteLinkQuery, redeemCodeMutation } from "./queries.ts";
import { isGone, messageOf } from "#web/lib/api/api-error.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { FullPage } from "#web/ui/page.tsx";
import { DaysLeft } from "#web/ui/time.tsx";
import { Joined } from "./joined.tsx";

const REASONS: Record<Exclude<InviteCodeState, "active">, { title: Message; text: Message }> = {
  expired: {
    title: msg`This invite link has expired`,
    text: msg`Ask the pilot who sent it for a new one.`,
  },
  used_up: {
    title: msg`This invite link is used up`,
    text: msg`All its uses are taken. Ask the pilot who sent it for a new one.`,
  },
  paused: {
    title: msg`This invite link is paused`,
    text: msg`It cannot be used right now. Try again later, or ask another member of the group for a new one.`,
  },
};

/** What an invite link leads to: its group, one button that joins it, and then what the membership gives. */
export default function InviteLinkPage() {
  const { code = "" } = useParams();
  const [hasJoined, setHasJoined] = useState(false);
  const { data, isPending, error, refetch } = useQuery(inviteLinkQuery(code));
  if (isPending) return <Loading>{t`Loading the invitation...`}</Loading>;
  if (!data) {
    return isGone(error) ? (
      <NotUsable title={t`This invite link does not work`}>
        {t`It is incomplete, or it was revoked. Ask the pilot who sent it for a new one.`}
      </NotUsable>
    ) : (
      <InvitePage title={t`The invitation could not be loaded`}>
        <p className="text-text-2">{messageOf(error, t`Muster could not be reached.`)}</p>
        <Button onClick={() => void refetch()}>{t`Try again`}</Button>
      </InvitePage>
    );
  }
  const { state, group } = data;
  if (group?.isMember) {
    return (
      <InvitePage title={hasJoined ? t`You are in.` : t`You are already a member`}>
        <Joined group={group} />
      </InvitePage>
    );
  }
  if (group && state === "active") {
    const onJoined = () => setHasJoined(true);
    return <Invitation code={code} invite={data} group={group} onJoined={onJoined} />;
  }
  const { title, text } = REASONS[state === "active" ? "expired" : state];
  return (
    <NotUsable title={say(title)} group={group}>
      {say(text)}
    </NotUsable>
  );
}

/** The name of a hidden group does not go into the browser's history. */
function InvitePage({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <FullPage title={title} pageTitle={t`Invitation`} isInShell>
      {children}
    </FullPage>
  );
}

type Group = NonNullable<InviteCodePreview["group"]>;

type InvitationProps = {
  code: string;
  invite: InviteCodePreview;
  group: Group;
  onJoined: () => void;
};

function Invitation({ code, invite, group, onJoined }: InvitationProps) {
  const { inviterCharacterName, expiresAt } = invite;
  const { act, isPending, failure } = useAction(
    redeemCodeMutation,
    t`Failed to redeem invite code`,
  );
  return (
    <InvitePage title={<bdi className="wrap-anywhere">{group.name}</bdi>}>
      <p className="order-first text-text-2">
        {inviterCharacterName === null ? (
          t`You are invited to join`
        ) : (
          <Trans>
            <bdi className="font-medium text-text-1">{inviterCharacterName}</bdi> invites you to
            join
          </Trans>
        )}
      </p>
      <VisibilityChip visibility={group.visibility} />
      {group.description && (
        <p dir="auto" className="max-w-full wrap-anywhere whitespace-pre-line text-text-2">
          {group.description}
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          variant="primary"
          isBusy={isPending}
          busyLabel={t({ context: "group", message: "Joining..." })}
          onClick={() => void act(code, { onSuccess: onJoined })}
        >
          {t`Join group`}
        </Button>
        {group.canView && <ButtonLink to={paths.group(group.id)}>{t`View group`}</ButtonLink>}
      </div>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      {expiresAt !== null && (
        <p className="text-sm text-text-2">
          <Trans>
            This invitation expires <DaysLeft until={expiresAt} />.
          </Trans>
        </p>
      )}
    </InvitePage>
  );
}

type NotUsableProps = { title: string; group?: Group | null; children: ReactNode };

function NotUsable({ title, group, children }: NotUsableProps) {
  return (
    <InvitePage title={title}>
      <p className="text-text-2">{children}</p>
      {group ? (
        <ButtonLink to={paths.group(group.id)} className="max-w-full">
          <Trans>
            View <bdi className="truncate">{ph({ groupName: group.name })}</bdi>
          </Trans>
        </ButtonLink>
      ) : (
        <ButtonLink to={paths.groups}>{t`Browse groups`}</ButtonLink>
      )}
    </InvitePage>
  );
}
