import { Trans, ph, t } from "#web/language/macros.ts";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import { awaitedBy } from "#web/consent/kept-request.ts";
import { leaveGroupMutation, useJoin } from "#web/groups/members/queries.ts";
import { withdrawRequestMutation } from "#web/groups/requests/queries.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useFailure } from "#web/lib/form/use-passing.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";

const RequestDialog = lazy(() => import("#web/groups/requests/request-to-join-dialog.tsx"));
const Required = lazy(() => import("#web/requirements/required.tsx"));
const OwnEnd = lazy(() => import("#web/groups/requests/own-end.tsx"));
const LeaveDialog = lazy(async () => ({
  default: (await import("#web/groups/members/member-dialogs.tsx")).LeaveDialog,
}));

/** The single membership action that is open to the user: join, request, withdraw, leave or answer an invitation. */
export function GroupActions({ group }: { group: Group }) {
  const [failure, setFailure] = useFailure();
  const { join, failures } = useJoin();
  const problem = failures[group.id] ?? failure;
  const onJoin = () => {
    setFailure(undefined);
    void join(group);
  };
  return (
    <Card title={t`Your membership`} className="has-[.span-bar]:border-warn-dim">
      <div className="grid gap-3">
        <Action group={group} onJoin={onJoin} onFailure={setFailure} />
        {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      </div>
    </Card>
  );
}

type ActionProps = {
  group: Group;
  onJoin: () => void;
  onFailure: (problem: string | undefined) => void;
};

function Action({ group, onJoin, onFailure }: ActionProps) {
  const { isMember, isOwner, pendingInvitationId, pendingRequestId, hasRequirements } = group;
  if (isMember) {
    const leave = isOwner ? (
      <IsOwner />
    ) : (
      <>
        {group.endsAt !== null && (
          <Suspense>
            <OwnEnd group={group} endsAt={group.endsAt} />
          </Suspense>
        )}
        <Leave group={group} onFailure={onFailure} />
      </>
    );
    return (
      <>
        <Continue groupId={group.id} />
        {hasRequirements ? (
          <Suspense fallback={leave}>
            <Required group={group}>{leave}</Required>
          </Suspense>
        ) : (
          leave
        )}
      </>
    );
  }
  if (pendingInvitationId !== null) {
    return (
      <>
        <p className="text-text-2">
          <Trans>You have been invited to this group.</Trans>
        </p>
        <ButtonLink variant="primary" to={paths.invitations} icon={<Icon name="mail" />}>
          <Trans>View invitation</Trans>
        </ButtonLink>
      </>
    );
  }
  if (pendingRequestId !== null) {
    return <Withdraw group={group} requestId={pendingRequestId} onFailure={onFailure} />;
  }
  const enter = <Enter group={group} onJoin={onJoin} />;
  if (!hasRequirements) return enter;
  return (
    <Suspense
      fallback={
        <Button isBusy>
          <Trans>Loading...</Trans>
        </Button>
      }
    >
      <Required group={group}>{enter}</Required>
    </Suspense>
  );
}

/** The way in, by the join mode of the group. */
function Enter({ group, onJoin }: Pick<ActionProps, "group" | "onJoin">) {
  const { can, joinMode, hasRequirements } = group;
  if (can.join) {
    return (
      <>
        {!hasRequirements && (
          <p className="text-text-2">
            <Trans>Anyone can join this group.</Trans>
          </p>
        )}
        <Button variant="primary" onClick={onJoin}>
          <Trans>Join group</Trans>
        </Button>
      </>
    );
  }
  if (can.request) return <Request group={group} />;
  if (joinMode === "invitation_only") return <InvitationOnly />;
  // After leaving, the abilities are unknown until the refetch answers.
  return (
    <Button isBusy>
      <Trans>Updating...</Trans>
    </Button>
  );
}

/** For a player whom an application has sent to the group that it requires. */
function Continue({ groupId }: { groupId: string }) {
  const applicationName = awaitedBy(groupId);
  if (applicationName === undefined) return null;
  return (
    <ButtonLink variant="primary" to={paths.consent}>
      <span className="truncate">
        <Trans>
          Continue to <bdi>{applicationName}</bdi>
        </Trans>
      </span>
    </ButtonLink>
  );
}

function IsOwner() {
  return (
    <>
      <Button isDisabled>
        <Trans>You are the owner</Trans>
      </Button>
      <p className="text-sm text-text-2">
        <Trans>To leave, transfer the ownership to another member first.</Trans>
      </p>
    </>
  );
}

function InvitationOnly() {
  return (
    <>
      <Button isDisabled icon={<Icon name="lock" />}>
        <Trans>Invitation Only</Trans>
      </Button>
      <Alert>
        <Trans>You need an invitation to join this group.</Trans>
      </Alert>
    </>
  );
}

function Request({ group }: { group: Group }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p className="text-text-2">
        <Trans>The owner or an admin decides who joins.</Trans>
      </p>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <Trans>Request to join</Trans>
      </Button>
      <Suspense>
        {isOpen && <RequestDialog group={group} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}

function Withdraw(props: { group: Group; requestId: string; onFailure: ActionProps["onFailure"] }) {
  const { group, requestId, onFailure } = props;
  const { mutateAsync } = useMutation(withdrawRequestMutation);
  async function withdraw() {
    onFailure(undefined);
    try {
      await mutateAsync({ groupId: group.id, requestId });
      toast.success(t`Request withdrawn`);
    } catch (error) {
      onFailure(messageOf(error, t`Failed to withdraw the request`));
    }
  }
  return (
    <>
      <p className="flex items-start gap-2 text-text-2">
        <span className="mt-0.5">
          <Icon name="clock" />
        </span>
        <Trans>Pending approval: the owner or an admin decides.</Trans>
      </p>
      <ButtonLink to={paths.ownRequest(requestId)}>
        <Trans>Open your request</Trans>
      </ButtonLink>
      <Button onClick={withdraw}>
        <Trans>Withdraw request</Trans>
      </Button>
    </>
  );
}

/** Leaving an open public group needs no confirmation: the user can rejoin at once. */
function Leave({ group, onFailure }: { group: Group; onFailure: ActionProps["onFailure"] }) {
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutateAsync } = useMutation(leaveGroupMutation);
  const isReversible = group.joinMode === "open" && group.effectiveVisibility === "public";

  async function leave() {
    setIsConfirming(false);
    onFailure(undefined);
    try {
      await mutateAsync(group.id);
      toast.success(t`You left ${ph({ groupName: group.name })}`);
    } catch (error) {
      return onFailure(messageOf(error, t`Failed to leave the group`));
    }
    // A former member of a hidden group may no longer view its page.
    if (group.effectiveVisibility !== "public") void navigate(paths.myGroups);
  }
  return (
    <>
      <Button
        variant="danger"
        isDisabled={!group.can.leave}
        onClick={isReversible ? leave : () => setIsConfirming(true)}
      >
        <Trans>Leave group</Trans>
      </Button>
      <Suspense>
        {isConfirming && (
          <LeaveDialog group={group} onClose={() => setIsConfirming(false)} onConfirm={leave} />
        )}
      </Suspense>
    </>
  );
}
