import { Trans, ph, t } from "#web/language/macros.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useId } from "react";
import type { Group } from "#shared/groups/groups.ts";
import type { GroupInvitation } from "#shared/groups/invitations.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { messageOf } from "#web/lib/api/api-error.ts";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { useFailure } from "#web/lib/form/use-passing.ts";
import { userName } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { DaysLeft, RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { groupInvitationsQuery, revokeInvitationMutation, inviteMutation } from "./queries.ts";
import { useCharacterSuggestions } from "#web/eve/character-search.tsx";
import { DaysField } from "#web/groups/group/days-field.tsx";
import { useForm } from "#web/lib/form/use-form.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";

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
      cell: ({ inviterCharacterName }) => <bdi>{userName(inviterCharacterName)}</bdi>,
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
  return userName(inviteeCharacterName);
}

function Invitee({ invitation }: { invitation: GroupInvitation }) {
  const { inviteeCharacterId, inviteeCharacterName } = invitation;
  return <PilotName characterId={inviteeCharacterId} name={inviteeCharacterName} />;
}

type Input = { days: number | null | undefined; name: string };

const EMPTY: Input = { days: undefined, name: "" };

function InviteForm({ group }: { group: Group }) {
  const form = useForm({
    initial: EMPTY,
    validate: ({ days, name }) =>
      name.trim() === ""
        ? { problems: { name: t`Please enter a character name` } }
        : {
            value: {
              groupId: group.id,
              characterName: name.trim(),
              ...(days !== undefined && { membershipDays: days }),
            },
          },
    mutation: inviteMutation,
    failed: t`Failed to send invitation`,
    onDone: ({ inviteeCharacterName }, { characterName }) => {
      form.reset({ name: "" });
      toast.success(
        t`Invitation sent to ${ph({ inviteeCharacterName: inviteeCharacterName ?? characterName })}`,
      );
    },
  });
  const { input, problems, set, submit, isPending, failure } = form;
  const { suggestions, note } = useCharacterSuggestions(input.name.trim());

  return (
    <Form onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <div className="min-w-56 flex-1 md:max-w-96">
        <SuggestField
          label={t`Character name`}
          hint={t`Only main characters can be invited.`}
          value={input.name}
          error={problems.name ?? failure}
          suggestions={suggestions}
          note={problems.name === undefined ? note : undefined}
          onChange={(name) => set({ name })}
        />
      </div>
      <DaysField
        label={t`Membership`}
        value={input.days}
        ofGroup={group.membershipDays}
        className="min-w-56 max-sm:w-full"
        onChange={(days) => set({ days })}
      />
      <Button
        type="submit"
        className="max-sm:w-full sm:mt-12"
        isBusy={isPending}
        busyLabel={t`Sending...`}
      >
        <Trans>Send invitation</Trans>
      </Button>
    </Form>
  );
}
