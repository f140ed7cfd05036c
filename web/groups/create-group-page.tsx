import { Trans, t } from "#web/language/macros.ts";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { VisibilityChip, JoinModeChip } from "#web/groups/group/group-chips.tsx";
import { EMPTY_INPUT, GroupFields, requirementsNext } from "#web/groups/group/group-fields.tsx";
import type { GroupInput } from "#web/groups/group/group-fields.tsx";
import { createGroupMutation, useGroupForm } from "#web/groups/group/use-group-form.ts";
import { useSession } from "#web/lib/api/session.ts";
import { readStoredJson, writeStored } from "#web/lib/storage.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import * as z from "zod/mini";
import { visibilitySchema } from "#shared/groups/categories.ts";
import { joinModeSchema } from "#shared/groups/groups.ts";

const draftSchema = z.object({
  userId: z.string(),
  input: z.object({
    categoryId: z.string(),
    name: z.string(),
    description: z.string(),
    visibility: visibilitySchema,
    joinMode: joinModeSchema,
  }),
});

/** A half-written group outlives reloads and navigation: in this tab, for the user who wrote it. */
const KEY = "muster.groupDraft";

function readDraft(userId: string): GroupInput | undefined {
  const { data: draft } = draftSchema.safeParse(readStoredJson<unknown>("session", KEY, null));
  return draft?.userId === userId ? draft.input : undefined;
}

const dropDraft = () => writeStored("session", KEY, null);

/** Long enough to read the success message before the new group opens. */
const REDIRECT_AFTER_MS = 1500;

export default function CreateGroupPage() {
  const { user, isPending } = useSession();
  return (
    <>
      <PageHeader
        title={t`Create New Group`}
        actions={
          <ButtonLink to={paths.groups}>
            <Trans>Back to Groups</Trans>
          </ButtonLink>
        }
      />
      {/* Drafts are stored by user id, so the session has to be loaded first. */}
      {isPending ? (
        <Loading>{t`Loading categories...`}</Loading>
      ) : (
        <CreateGroup userId={user?.id ?? ""} />
      )}
    </>
  );
}

function CreateGroup({ userId }: { userId: string }) {
  const [createdId, setCreatedId] = useState<string>();
  const [isAutomatic, setIsAutomatic] = useState(false);
  const { form, isDuplicate } = useGroupForm({
    initial: readDraft(userId) ?? EMPTY_INPUT,
    keep: (input) => writeStored("session", KEY, JSON.stringify({ userId, input })),
    toRequest: (group) => group,
    mutation: createGroupMutation,
    failed: t`Failed to create group`,
    onDone: ({ id }) => {
      dropDraft();
      setCreatedId(id);
    },
  });
  useRedirect(createdId, isAutomatic ? requirementsNext(true) : "");
  const isInert = form.isPending || createdId !== undefined;

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <Card>
        <Form className="grid gap-5" onSubmit={() => !isInert && form.submit()}>
          <GroupFields
            input={form.input}
            onChange={form.set}
            problems={form.problems}
            isAutomatic={isAutomatic}
            onAutomatic={setIsAutomatic}
          />
          {createdId !== undefined && (
            <Alert tone="ok">
              <Trans>Group created successfully!</Trans>
            </Alert>
          )}
          {form.failure !== undefined && <Alert tone="danger">{form.failure}</Alert>}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" isBusy={isInert} busyLabel={t`Creating...`}>
              {isDuplicate ? t`Create anyway` : t`Create Group`}
            </Button>
            <ButtonLink to={paths.groups} variant="ghost" onClick={dropDraft}>
              <Trans>Cancel</Trans>
            </ButtonLink>
          </div>
        </Form>
      </Card>
      <GroupPreview input={form.input} isAutomatic={isAutomatic} />
    </div>
  );
}

function useRedirect(groupId: string | undefined, search: string) {
  const navigate = useNavigate();
  useEffect(() => {
    if (groupId === undefined) return;
    const timer = setTimeout(() => navigate(paths.group(groupId) + search), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [groupId, search, navigate]);
}

/** Live preview beside the form. It repeats the fields, so screen readers skip it. */
function GroupPreview({ input, isAutomatic }: { input: GroupInput; isAutomatic: boolean }) {
  const name = input.name.trim();
  const description = input.description.trim();
  return (
    <div className="sticky top-6 max-lg:hidden" aria-hidden="true">
      <Card>
        <p className="mb-3 text-sm text-text-2">
          <Trans>Preview</Trans>
        </p>
        <p className={name ? "font-display text-xl font-semibold wrap-anywhere" : "text-text-2"}>
          <bdi>{name || t`Your group's name`}</bdi>
        </p>
        <div className="mt-2.5 flex flex-wrap gap-1.5">
          <VisibilityChip visibility={input.visibility} />
          <JoinModeChip joinMode={input.joinMode} enrolment={isAutomatic ? "automatic" : null} />
        </div>
        {description && (
          <p dir="auto" className="mt-3 whitespace-pre-line wrap-anywhere text-text-2">
            {description}
          </p>
        )}
      </Card>
    </div>
  );
}
