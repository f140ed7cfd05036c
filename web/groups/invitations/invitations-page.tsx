import { Trans, ph, t, plural } from "#web/language/macros.ts";
import { useMutation, useQuery, useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate, Link } from "react-router";
import type { MyInvitation, BlockedGroup } from "#shared/groups/invitations.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useFailures, useFailure } from "#web/lib/form/use-passing.ts";
import { paths } from "#web/lib/paths.ts";
import { OwnPages } from "#web/memberships/own-pages.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import {
  answerInvitationMutation,
  myInvitationsQuery,
  blockedGroupsQuery,
  unblockMutation,
} from "./queries.ts";
import type { InvitationAnswer } from "./queries.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { RelativeTime, Time, useDaysUntil } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { VisibilityChip } from "#web/groups/group/group-chips.tsx";
import { Icon } from "#web/ui/icon.tsx";

const BlockDialog = lazy(async () => ({
  default: (await import("./invitation-dialogs.tsx")).BlockDialog,
}));
const DeclineAllDialog = lazy(async () => ({
  default: (await import("./invitation-dialogs.tsx")).DeclineAllDialog,
}));

export default function InvitationsPage() {
  return (
    <>
      <PageHeader title={t`Invitations`} subtitle={t`Groups that invited you`} />
      <OwnPages />
      <Invitations />
      <BlockedGroups />
    </>
  );
}

function Invitations() {
  const list = useQuery(myInvitationsQuery);
  const [opened, setOpened] = useState<"all" | MyInvitation>();
  const { answered, failures, answerInvitation } = useAnswers();
  if (list.isPending) return <InvitationsSkeleton />;
  if (!list.data) {
    const title = messageOf(list.error, t`Failed to load invitations`);
    return <LoadFailed title={title} onRetry={list.refetch} />;
  }
  const pending = list.data.items;
  const close = () => setOpened(undefined);
  const shown = [
    ...(answered && !pending.some(({ id }) => id === answered.invitation.id)
      ? [answered.invitation]
      : []),
    ...pending,
  ];
  if (shown.length === 0) return <NoInvitations />;
  return (
    <>
      {pending.length > 1 && (
        <div className="mb-4 flex justify-end">
          <Button isDisabled={answered !== undefined} onClick={() => setOpened("all")}>
            {t`Decline all`}
          </Button>
        </div>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">
        {shown.map((invitation) => (
          <InvitationCard
            key={invitation.id}
            invitation={invitation}
            answer={answered?.invitation.id === invitation.id ? answered.answer : undefined}
            failure={failures[invitation.id]}
            onAnswer={(answer) => answerInvitation(invitation, answer)}
            onBlock={() => setOpened(invitation)}
          />
        ))}
      </ul>
      <Suspense fallback={null}>
        {opened === "all" && <DeclineAllDialog invitations={pending} onClose={close} />}
        {typeof opened === "object" && <BlockDialog invitation={opened} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Shows the answer at once and goes to My Groups; an answer that the server refuses is reverted, with the reason. */
function useAnswers() {
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(answerInvitationMutation);
  const [answered, setAnswered] = useState<{
    invitation: MyInvitation;
    answer: InvitationAnswer;
  }>();
  const { failures, fail } = useFailures();

  async function answerInvitation(invitation: MyInvitation, answer: InvitationAnswer) {
    if (answered) return;
    const { id, group } = invitation;
    fail(id, undefined);
    setAnswered({ invitation, answer });
    try {
      await mutateAsync({ id, answer });
      toast.success(
        answer === "accept"
          ? t`Successfully joined ${ph({ groupName: group.name })}!`
          : t`Invitation to ${ph({ groupName: group.name })} declined`,
      );
      void navigate(paths.myGroups);
    } catch (error) {
      setAnswered(undefined);
      const failed =
        answer === "accept"
          ? t`Failed to accept the invitation`
          : t`Failed to decline the invitation`;
      fail(id, messageOf(error, failed));
    }
  }
  return { answered, failures, answerInvitation };
}

function NoInvitations() {
  return (
    <Card isFlush>
      <EmptyState
        variant="completed"
        title={t`No Pending Invitations`}
        action={<ButtonLink to={paths.groups}>{t`Discover Groups`}</ButtonLink>}
      >
        {t`When a group invites your main character, the invitation appears here.`}
      </EmptyState>
    </Card>
  );
}

function InvitationsSkeleton() {
  return (
    <SkeletonRegion label={t`Loading invitations`}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">
        <Skeleton className="h-44" />
        <Skeleton className="h-44" />
      </div>
    </SkeletonRegion>
  );
}

/** The groups that may not invite the user, with a way back. Nothing while there are none. */
function BlockedGroups() {
  const list = useInfiniteQuery(blockedGroupsQuery);
  const { mutateAsync, isPending, variables } = useMutation(unblockMutation);
  const [failure, setFailure] = useFailure();
  const groups = itemsOf(list.data);
  if (list.isError && groups.length === 0) {
    return (
      <Card isFlush title={t`Blocked groups`} className="mt-6">
        <LoadFailed title={t`The blocked groups could not be loaded`} onRetry={list.refetch} />
      </Card>
    );
  }
  if (groups.length === 0) return null;

  const allow = async ({ groupId }: BlockedGroup) => {
    setFailure(undefined);
    try {
      await mutateAsync(groupId);
      toast.success(t`The group can invite you again`);
    } catch (error) {
      setFailure(messageOf(error, t`Failed to allow the group's invitations`));
    }
  };
  return (
    <Card isFlush title={t`Blocked groups`} className="mt-6">
      {failure !== undefined && (
        <div className="p-4 pb-2">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
      <ul className="divide-y divide-line-faint">
        {groups.map((group) => (
          <Row
            key={group.groupId}
            group={group}
            isBusy={isPending && variables === group.groupId}
            onAllow={() => allow(group)}
          />
        ))}
      </ul>
      <LoadMore list={list} shown={groups.length} />
    </Card>
  );
}

type RowProps = { group: BlockedGroup; isBusy: boolean; onAllow: () => void };

function Row({ group: { groupName, createdAt }, isBusy, onAllow }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">
          <bdi>{groupName}</bdi>
        </p>
        <p className="text-sm text-text-2">
          <Trans>
            Blocked <RelativeTime at={createdAt} />
          </Trans>
        </p>
      </div>
      <Button size="sm" isBusy={isBusy} busyLabel={t`Allowing...`} onClick={onAllow}>
        <Trans>
          Allow again
          <VisuallyHidden> {groupName}</VisuallyHidden>
        </Trans>
      </Button>
    </li>
  );
}

type InvitationCardProps = {
  invitation: MyInvitation;
  /** The answer, if the user has just given one. */
  answer: InvitationAnswer | undefined;
  failure: string | undefined;
  onAnswer: (answer: InvitationAnswer) => void;
  onBlock: () => void;
};

function InvitationCard(props: InvitationCardProps) {
  const { invitation, answer, failure, onAnswer, onBlock } = props;
  const { group, inviterCharacterName, expiresAt } = invitation;
  return (
    <li className="card flex flex-col gap-3 rounded-card border border-line-faint bg-surface-1 p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 flex-1 basis-40 text-lg wrap-anywhere">
          <bdi className="line-clamp-3">{group.name}</bdi>
        </h2>
        <VisibilityChip visibility={group.visibility} />
      </div>
      {group.description ? (
        <p dir="auto" className="line-clamp-4 wrap-anywhere text-text-2">
          {group.description}
        </p>
      ) : (
        <p className="text-text-2">{t`No description`}</p>
      )}
      <div className="mt-auto text-sm text-text-2">
        {inviterCharacterName && (
          <p>
            <Trans>
              Invited by <bdi>{inviterCharacterName}</bdi>
            </Trans>
          </p>
        )}
        <Expiry at={expiresAt} />
      </div>
      {failure !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          className="flex-1"
          icon={<Icon name="check" />}
          isBusy={answer === "accept"}
          busyLabel={t`Accepting...`}
          isDisabled={answer === "decline"}
          onClick={() => onAnswer("accept")}
        >
          {t`Accept`}
        </Button>
        <Button
          className="flex-1"
          isBusy={answer === "decline"}
          busyLabel={t`Declining...`}
          isDisabled={answer === "accept"}
          onClick={() => onAnswer("decline")}
        >
          {t`Decline`}
        </Button>
      </div>
      <Button variant="ghost" size="sm" isDisabled={answer !== undefined} onClick={onBlock}>
        <Trans>
          Do not let this group invite me again
          <VisuallyHidden> ({ph({ groupName: group.name })})</VisuallyHidden>
        </Trans>
      </Button>
      {group.canView && (
        <Link to={paths.group(group.id)} className="flex min-h-6 w-fit items-center text-sm link">
          <Trans>
            View the group
            <VisuallyHidden> {ph({ groupName: group.name })}</VisuallyHidden>
          </Trans>
        </Link>
      )}
    </li>
  );
}

/** Whole days, rounded up. */
function Expiry({ at }: { at: string }) {
  const days = useDaysUntil(at);
  return (
    <p>
      <Time at={at} className="inline-flex items-center gap-1.5">
        <Icon name="clock" size={14} />
        {plural(days, { one: "Expires in # day", other: "Expires in # days" })}
      </Time>
    </p>
  );
}
