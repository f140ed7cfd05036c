import { DESCRIPTION_MAX_LENGTH } from "#shared/text.ts";
import type { Group } from "#shared/groups/groups.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { CharacterCounter } from "#web/ui/form/character-counter.tsx";
import { TextareaField } from "#web/ui/form/field.tsx";
import { requestToJoinMutation } from "./queries.ts";

const TOO_LONG = `Reason must be ${DESCRIPTION_MAX_LENGTH} characters or less`;

export default function RequestDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { input, problems, set, dialog } = useForm({
    initial: { reason: "" },
    validate: ({ reason }) =>
      reason.length > DESCRIPTION_MAX_LENGTH
        ? { problems: { reason: TOO_LONG } }
        : { value: { groupId: group.id, reason } },
    mutation: requestToJoinMutation,
    failed: "Failed to send the request",
    onDone: () => {
      toast.success(`Your request to join ${group.name} was sent`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="Request to join"
      description={
        <>
          The owner and the admins of <bdi className="wrap-anywhere">{group.name}</bdi> will see
          your request.
        </>
      }
      confirmLabel="Send request"
      busyLabel="Sending..."
      onClose={onClose}
    >
      <TextareaField
        label="Reason (optional)"
        dir="auto"
        rows={4}
        value={input.reason}
        aside={<CharacterCounter text={input.reason} limit={DESCRIPTION_MAX_LENGTH} />}
        error={problems.reason}
        onChange={(event) => set({ reason: event.target.value })}
      />
    </ConfirmDialog>
  );
}
