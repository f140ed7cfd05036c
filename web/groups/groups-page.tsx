import { t, ph } from "#web/language/macros.ts";
import { GroupList } from "#web/groups/group-list.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { GuestNote } from "#web/repairs/guest-note.tsx";
import { ButtonLink, Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { useMutation } from "@tanstack/react-query";
import {
  lazy,
  Suspense,
  useCallback,
  useMemo,
  useState,
  useEffect,
  useEffectEvent,
  useRef,
  useId,
} from "react";
import type { Group } from "#shared/groups/groups.ts";
import { answerInvitationMutation, redeemCodeMutation } from "#web/groups/invitations/queries.ts";
import type { Joining } from "#web/groups/group-table.tsx";
import { useJoin } from "#web/groups/members/queries.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useFailures } from "#web/lib/form/use-passing.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { useLocation, useNavigate } from "react-router";
import { useForm } from "#web/lib/form/use-form.ts";
import { Card } from "#web/ui/card.tsx";
import { TextField, Form } from "#web/ui/form/form.tsx";

export default function GroupsPage() {
  const { joining, dialog } = useJoining();
  const isGuest = useSession().user?.guest !== undefined;
  return (
    <>
      <PageHeader
        title={t`Discover Groups`}
        subtitle={t`Find the people you fly with`}
        actions={
          !isGuest && (
            <ButtonLink variant="primary" to={paths.createGroup} icon={<Icon name="plus" />}>
              {t`Create Group`}
            </ButtonLink>
          )
        }
      />
      <div className="grid grid-cols-1 gap-4">
        <GuestNote />
        <RedeemCard />
        <GroupList
          title={t`Available Groups`}
          pathOf={paths.group}
          joining={joining}
          createAction={
            !isGuest && (
              <ButtonLink variant="primary" to={paths.createGroup}>
                {t`Create the first group`}
              </ButtonLink>
            )
          }
        />
      </div>
      {dialog}
    </>
  );
}

const RequestDialog = lazy(() => import("#web/groups/requests/request-to-join-dialog.tsx"));

/** What the rows of a list offer to users who are not members, and the dialog of a request. */
function useJoining() {
  const { join, failures: joinFailures } = useJoin();
  const { accept, failures: acceptFailures } = useAccept();
  const [requested, setRequested] = useState<Group>();
  const joining = useMemo(
    (): Joining => ({
      join,
      accept,
      request: setRequested,
      failures: { ...joinFailures, ...acceptFailures },
    }),
    [join, accept, joinFailures, acceptFailures],
  );
  const dialog = (
    <Suspense>
      {requested && <RequestDialog group={requested} onClose={() => setRequested(undefined)} />}
    </Suspense>
  );
  return { joining, dialog };
}

function useAccept() {
  const { mutateAsync } = useMutation(answerInvitationMutation);
  const { failures, fail } = useFailures();
  const accept = useCallback(
    async ({ id, name, pendingInvitationId }: Group) => {
      if (pendingInvitationId === null) return;
      fail(id, undefined);
      try {
        await mutateAsync({ id: pendingInvitationId, answer: "accept" });
        toast.success(t`Successfully joined ${name}!`);
      } catch (error) {
        fail(id, messageOf(error, t`Failed to accept the invitation`));
      }
    },
    [mutateAsync, fail],
  );
  return { accept, failures };
}

const MESSAGE_SHOWN_MS = 5000;

/** A code adds the user to its group, whatever its join mode and visibility. */
function RedeemCard() {
  const navigate = useNavigate();
  const { input, problems, set, reset, submit, isPending, failure } = useForm({
    initial: { code: "" },
    validate: ({ code }) =>
      code.trim() === ""
        ? { problems: { code: t`Please enter an invite code` } }
        : { value: code.trim() },
    mutation: redeemCodeMutation,
    failed: t`Failed to redeem invite code`,
    onDone: ({ group }) => {
      toast.success(t`Successfully joined ${ph({ groupName: group.name })}!`, MESSAGE_SHOWN_MS);
      void navigate(paths.myGroups);
    },
  });
  const headingId = useId();
  const fieldRef = useRef<HTMLInputElement>(null);
  const location = useLocation();
  // Focus the field whenever a link to #redeem is followed, also from this page.
  useEffect(() => {
    if (location.hash === paths.redeemHash) fieldRef.current?.focus();
  }, [location]);

  const hideProblem = useEffectEvent(() => reset({}));
  useEffect(() => {
    if (problems.code === undefined) return;
    const timer = setTimeout(hideProblem, MESSAGE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [problems.code]);

  return (
    <Card isFlush labelledBy={headingId}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2">
        <h2 id={headingId} className="min-h-9 content-center text-md font-medium">
          {t`Redeem Invite Code`}
        </h2>
        <Form className="flex min-w-72 flex-1 flex-wrap items-start gap-3" onSubmit={submit}>
          <TextField
            ref={fieldRef}
            label={t`Invite code`}
            isLabelHidden
            placeholder={t`Enter invite code`}
            value={input.code}
            error={problems.code ?? failure}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={255}
            className="min-w-36 flex-1 md:max-w-96"
            onChange={(event) => set({ code: event.target.value })}
          />
          <Button type="submit" isBusy={isPending} busyLabel={t`Redeeming...`}>
            {t`Redeem Code`}
          </Button>
        </Form>
      </div>
    </Card>
  );
}
