import { useState } from "react";
import { DESCRIPTION_MAX_LENGTH } from "#shared/text.ts";
import type { Group } from "#shared/groups/groups.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { CharacterCounter } from "#web/ui/form/character-counter.tsx";
import { TextareaField } from "#web/ui/form/field.tsx";
import { requestToJoinMutation } from "./queries.ts";

export default function RequestDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const request = useAction(requestToJoinMutation, "Failed to send the request");
  const isTooLong = reason.length > DESCRIPTION_MAX_LENGTH;
  const send = () => {
    if (isTooLong) return;
    void request.act(
      { groupId: group.id, reason },
      {
        onSuccess: () => {
          toast.success(`Your request to join ${group.name} was sent`);
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen
      title="Request to Join"
      description={
        <>
          The owner and the admins of <bdi className="wrap-anywhere">{group.name}</bdi> will see
          your request.
        </>
      }
      confirmLabel="Send Request"
      busyLabel="Sending..."
      isBusy={request.isPending}
      error={request.failure}
      onConfirm={send}
      onClose={onClose}
    >
      <TextareaField
        label="Reason (optional)"
        dir="auto"
        rows={4}
        value={reason}
        aside={<CharacterCounter text={reason} limit={DESCRIPTION_MAX_LENGTH} />}
        error={
          isTooLong ? `Reason must be ${DESCRIPTION_MAX_LENGTH} characters or less` : undefined
        }
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
