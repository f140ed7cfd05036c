import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { messageOf } from "#web/lib/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { useSession } from "#web/lib/session.ts";
import { usePassing } from "#web/lib/use-passing.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-title.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { BackToGroups } from "./back-to-groups.tsx";
import { dropDraft, keepDraft, readDraft } from "./draft.ts";
import { GroupForm } from "#web/group-parts/group-form.tsx";
import { EMPTY_INPUT } from "#web/group-parts/group-input.ts";
import { GroupPreview } from "./group-preview.tsx";
import { createGroupMutation } from "#web/group-parts/queries.ts";
import { useGroupInput } from "#web/group-parts/use-group-input.ts";

/** Time to read that it worked, before the new group opens. */
const REDIRECT_AFTER_MS = 1500;
const ERROR_SHOWN_MS = 5000;

export default function CreateGroupPage() {
  const { user, isPending } = useSession();
  return (
    <>
      <BackToGroups />
      <PageHeader title="Create New Group" />
      {/* A draft belongs to somebody: whose it is has to be known first. */}
      {isPending ? (
        <Loading>Loading categories...</Loading>
      ) : (
        <CreateGroup userId={user?.id ?? ""} />
      )}
    </>
  );
}

function CreateGroup({ userId }: { userId: string }) {
  const form = useGroupInput({ ...EMPTY_INPUT, ...readDraft(userId) }, (input) =>
    keepDraft(userId, input),
  );
  const create = useMutation(createGroupMutation);
  const [failure, setFailure] = usePassing<string>(ERROR_SHOWN_MS);
  useRedirect(create.data?.id);
  const isInert = create.isPending || create.isSuccess;

  function submit() {
    const group = form.submit();
    if (!group || isInert) return;
    setFailure(undefined);
    create.mutate(group, {
      onSuccess: dropDraft,
      onError: (error) => {
        form.refuse(error);
        setFailure(messageOf(error, "Failed to create group"));
      },
    });
  }

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <Card>
        <GroupForm
          input={form.input}
          onChange={form.change}
          onSubmit={submit}
          problems={form.problems}
        >
          {create.isSuccess && <Alert tone="ok">Group created successfully!</Alert>}
          {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" isBusy={isInert} busyLabel="Creating...">
              Create Group
            </Button>
            <ButtonLink to={paths.groups} variant="ghost">
              Cancel
            </ButtonLink>
          </div>
        </GroupForm>
      </Card>
      <GroupPreview input={form.input} />
    </div>
  );
}

function useRedirect(groupId: string | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    if (groupId === undefined) return;
    const timer = setTimeout(() => navigate(paths.group(groupId)), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [groupId, navigate]);
}
