import { Trans, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useId } from "react";
import type { Group } from "#shared/groups/groups.ts";
import type { GroupInvitation } from "#shared/groups/invitations.ts";
import { Portrait } from "#web/eve/images.tsx";
import { messageOf } from "#web/lib/api/api-error.ts";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { useFailure } from "#web/lib/form/use-failures.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { DaysLeft, RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { InviteForm } from "./invite-form.tsx";
import { groupInvitationsQuery, revokeInvitationMutation } from "./queries.ts";

export default function InvitationsPanel({ group }: { group: Group }) {
  const [inviteId, pendingId] = [useId(), useId()];
  return (
    <>
      <section aria-labelledby={inviteId} className="border-b border-line-faint p-4">
        <h2 id={inviteId} className="mb-3 text-lg">
          <Trans>Invite Member</Trans>
        </h2>
        <InviteForm group={group} />
      </section>
      <section aria-labelledby={pendingId}>
        <h2 id={pendingId} className="px-4 pt-4 pb-2 text-lg">
          <Trans>Pending Invitations</Trans>
        </h2>
        <PendingInvitations groupId={group.id} />
      </section>
    </>
  );
}

function PendingInvitations({ groupId }: { groupId: string }) {
  const list = useInfiniteQuery(groupInvitationsQuery(groupId));
  const { mutateAsync } = useMutation(revokeInvitationMutation);
  const [failure, setFailure] = useFailure();
  if (list.isPending) return <RowsSkeleton label={t`Loading invitations`} />;
  if (!list.data) {
    const title = messageOf(list.error, t`Failed to load invitations`);
    return <LoadFailed title={title} onRetry={list.refetch} />;
  }

  const revoke = async ({ id }: GroupInvitation) => {
    setFailure(undefined);
    try {
      await mutateAsync({ groupId, id });
    } catch (error) {
      setFailure(messageOf(error, t`Failed to revoke the invitation`));
    }
  };
  const invitations = itemsOf(list.data);
  return (
    <>
      {failure !== undefined && (
        <div className="p-4 pb-2">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
      {invitations.length > 0 ? (
        <Table
          caption={t`Pending invitations`}
          columns={columnsOf(revoke)}
          rows={invitations}
          rowKey={({ id }) => id}
        />
      ) : (
        <EmptyState variant="completed" title={t`No pending invitations`}>
          <Trans>Invitations expire after 7 days.</Trans>
        </EmptyState>
      )}
      <LoadMore list={list} shown={invitations.length} total={totalOf(list.data)} />
    </>
  );
}

function columnsOf(onRevoke: (invitation: GroupInvitation) => void): Column<GroupInvitation>[] {
  return [
    {
      header: t`Invited`,
      isRowHeader: true,
      cell: (invitation) => <Invitee invitation={invitation} />,
    },
    {
      header: t`Invited by`,
      cell: ({ inviterCharacterName }) => <bdi>{inviterCharacterName ?? say(UNKNOWN_USER)}</bdi>,
    },
    { header: t`Sent`, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { header: t`Expires`, cell: ({ expiresAt }) => <DaysLeft until={expiresAt} /> },
    {
      header: t`Actions`,
      align: "end",
      isHeaderHidden: true,
      cell: (invitation) => (
        <Button size="sm" className="max-md:mt-1.5" onClick={() => onRevoke(invitation)}>
          <Trans>
            Revoke
            <VisuallyHidden> the invitation to {ph({ name: nameOf(invitation) })}</VisuallyHidden>
          </Trans>
        </Button>
      ),
    },
  ];
}

function nameOf({ inviteeCharacterName }: GroupInvitation): string {
  return inviteeCharacterName ?? say(UNKNOWN_USER);
}

function Invitee({ invitation }: { invitation: GroupInvitation }) {
  const { inviteeCharacterId } = invitation;
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1 font-medium">
      {inviteeCharacterId !== null && <Portrait characterId={inviteeCharacterId} size={32} />}
      <bdi className="min-w-0 wrap-anywhere">{nameOf(invitation)}</bdi>
    </span>
  );
}
