import { t } from "#web/language/macros.ts";
import { useState } from "react";
import { MAX_REVIEW_DAYS, REVIEW_DAYS } from "#shared/groups/review-limits.ts";
import type { Silence } from "#shared/groups/reviews.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { TextField } from "#web/ui/form/field.tsx";
import { startReviewMutation } from "./queries.ts";
import { SilenceField } from "./settings-dialog.tsx";

type StartDialogProps = { groupId: string; silence: Silence; onClose: () => void };

/** Opens a review of one group. */
export default function StartDialog({ groupId, silence: before, onClose }: StartDialogProps) {
  const { days, silence, fields } = useTerms(before);
  const confirmation = useConfirmedChange(
    startReviewMutation,
    { groupId, silence, days },
    { done: t`The review is open`, failed: t`The review could not be opened.`, onClose },
  );
  return (
    <ConfirmDialog
      {...confirmation}
      title={t`Start a review`}
      confirmLabel={t`Start`}
      busyLabel={t`Starting...`}
    >
      {fields}
    </ConfirmDialog>
  );
}

/** How long a review is open, and what silence means. */
export function useTerms(before: Silence = "keep") {
  const [days, setDays] = useState(String(REVIEW_DAYS));
  const [silence, setSilence] = useState(before);
  const fields = (
    <>
      <TextField
        type="number"
        label={t`Days until it ends`}
        min={1}
        max={MAX_REVIEW_DAYS}
        required
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
      <SilenceField value={silence} onChange={setSilence} />
    </>
  );
  return { days: Number(days), silence, fields };
}
