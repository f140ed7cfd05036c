import { Trans, ph, t } from "#web/language/macros.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { MyInvitation } from "#shared/groups/invitations.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useFailures } from "#web/lib/form/use-failures.ts";
import { paths } from "#web/lib/paths.ts";
import { OwnPages } from "#web/memberships/own-pages.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { BlockedGroups } from "./blocked-groups.tsx";
import { InvitationCard } from "./invitation-card.tsx";
import { answerInvitationMutation, myInvitationsQuery } from "./queries.ts";
import type { Answer } from "./queries.ts";

const BlockDialog = lazy(() => import("./block-dialog.tsx"));
const DeclineAllDialog = lazy(() => import("./decline-all-dialog.tsx"));

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
            <Trans>Decline all</Trans>
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
  const [answered, setAnswered] = useState<{ invitation: MyInvitation; answer: Answer }>();
  const { failures, fail } = useFailures();

  async function answerInvitation(invitation: MyInvitation, answer: Answer) {
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
        action={
          <ButtonLink to={paths.groups}>
            <Trans>Discover Groups</Trans>
          </ButtonLink>
        }
      >
        <Trans>When a group invites your main character, the invitation appears here.</Trans>
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
