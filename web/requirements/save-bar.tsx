import { Trans, t } from "#web/language/macros.ts";
import { countOf, consequences, saveLabel } from "#web/requirements/preview/sum.ts";
import { shownKinds } from "#web/requirements/preview/preview-card.tsx";
import type { PreviewState } from "#web/requirements/preview/use-preview.ts";
import { enumerated, sentenceGap, inSuccession } from "#web/lib/sentence.ts";
import { useBarRoom } from "#web/lib/use-bar-room.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { useMutation, useQueryClient, mutationOptions } from "@tanstack/react-query";
import { ApiError, fieldsOf, messageOf } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { requirementsQuery } from "#web/repairs/queries.ts";
import type { RuleDraft } from "./use-rule-draft.ts";
import type { SaveRule } from "#shared/requirements/rule.ts";
import { groupMutationDefaults } from "#web/memberships/cache.ts";
import { api, body } from "#web/lib/api/api.ts";

type SaveBarProps = {
  previewId: string;
  preview: PreviewState;
  isAutomatic: boolean;
  isRemoval: boolean;
  isSaving: boolean;
  failure: string | undefined;
  onSave: () => void;
  onDiscard: () => void;
};

/** Unsaved changes, and what saving them does. */
export function SaveBar(props: SaveBarProps) {
  const keepRoom = useBarRoom();
  const { preview, previewId, isSaving, isAutomatic, isRemoval, failure } = props;
  const sum = preview.isOld ? undefined : preview.last?.sum;
  const isChecking = preview.isOld && !preview.failed && !preview.isWaiting;
  const label = preview.failed
    ? t`Save without a preview`
    : isRemoval
      ? t`Remove the requirements`
      : saveLabel(sum);
  return (
    <section
      ref={keepRoom}
      aria-label={t`Unsaved changes`}
      className="sticky bottom-0 z-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-overlay px-4 py-3 max-md:-mx-4 max-md:rounded-none max-md:border-x-0 lg:col-span-2"
    >
      {failure && (
        <div className="basis-full">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
      <div className="min-w-0 flex-1 basis-60 max-md:basis-full">
        <p className="text-pretty max-md:hidden">
          <span className="font-medium">
            <Trans>Unsaved changes.</Trans>
          </span>
          {sentenceGap()}
          <span className="text-text-2">
            {sum ? consequences(sum) : preview.isWaiting && t`A condition is not finished.`}
          </span>
        </p>
        <div className="text-sm md:hidden">
          <p className="font-medium">
            {sum
              ? enumerated(
                  shownKinds(isAutomatic).map(({ kind, short }) => short(countOf(sum, kind))),
                )
              : preview.isWaiting
                ? t`Finish the condition first`
                : t`Checking...`}
          </p>
          <a href={`#${previewId}`} className="link inline-flex min-h-6 items-center">
            <Trans>Names and reasons</Trans>
          </a>
        </div>
      </div>
      <div className="flex gap-2 max-md:basis-full max-md:*:flex-1">
        <Button onClick={props.onDiscard} isDisabled={isSaving}>
          <Trans context="unsaved changes">Discard</Trans>
        </Button>
        <Button
          variant="primary"
          isBusy={isSaving || isChecking}
          busyLabel={isSaving ? t`Saving...` : t`Checking...`}
          onClick={props.onSave}
          className="max-md:flex-3"
        >
          {label}
        </Button>
      </div>
    </section>
  );
}

/**
 * Saves the rule in place of `version`. If that is not the current one any more, the current one is loaded: the editor
 * shows what was changed, and can save again.
 */
export function useSave(groupId: string, { rule, load }: RuleDraft, version: number | null) {
  const client = useQueryClient();
  const { queryKey } = requirementsQuery(groupId);
  const { mutate, isPending, error } = useMutation(saveRuleMutation);
  const isConflict = error instanceof ApiError && error.status === 409;
  const start = (savedText: string) =>
    mutate(
      { id: groupId, rule, version },
      {
        onSuccess: (saved) => {
          client.setQueryData(queryKey, saved);
          load(saved.editable);
          toast.success(rule === null ? t`Requirements removed` : savedText);
        },
        onError: () => void client.invalidateQueries({ queryKey }),
      },
    );
  const fields = Object.values(fieldsOf(error));
  return {
    start,
    isPending,
    failure:
      error && !isConflict
        ? inSuccession([messageOf(error, t`The requirements could not be saved.`), ...fields])
        : undefined,
  };
}

const saveRuleMutation = mutationOptions({
  mutationFn: ({ id, ...json }: SaveRule & { id: string }) =>
    body(api.groups[":id"].requirements.$put({ param: { id }, json })),
  ...groupMutationDefaults(),
});
