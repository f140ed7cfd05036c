import { useState } from "react";
import { TYPED_ABOVE } from "#shared/requirements/held.ts";
import type { HeldDetail } from "#shared/requirements/held.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { formatCount } from "#web/lib/format.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { decideMutation } from "./queries.ts";
import type { Decision } from "./queries.ts";

type DecideDialogProps = { held: HeldDetail; decision: Decision; onClose: () => void };

/** Above 50 people the number is typed; a reason is always asked for. */
export default function DecideDialog({ held, decision, onClose }: DecideDialogProps) {
  // The number that the person has read when the dialog opened.
  const [count] = useState(held.removalCount);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [problems, setProblems] = useState<{ typed?: string; reason?: string }>({});
  const mutation = decideMutation;
  const { act, isPending, failure } = useAction(mutation, "Failed to save the decision");
  const isRelease = decision === "release";
  const isTyped = isRelease && count > TYPED_ABOVE;
  const what = formatCount(count, "removal");

  function confirm() {
    const found = {
      ...(isTyped && digitsOf(typed) !== String(count) && { typed: `Type ${count}` }),
      ...(reason.trim() === "" && { reason: "Reason is required" }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    void act(
      { id: held.id, decision, removalCount: count, reason },
      {
        onSuccess: () => {
          toast.success(isRelease ? `${what} released` : `${what} discarded`);
          onClose();
        },
        onRefusal: (fields) => setProblems(fields),
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen
      isDangerous={isRelease}
      title={isRelease ? `Release ${what}?` : `Discard ${what}?`}
      description={
        isRelease ? (
          <>
            Members who do not meet the requirements lose{" "}
            <bdi className="wrap-anywhere">{held.groupName}</bdi> within minutes. Each of them reads
            why.
          </>
        ) : (
          <>
            All members of <bdi className="wrap-anywhere">{held.groupName}</bdi> stay. A day later
            the requirements apply again.
          </>
        )
      }
      confirmLabel={isRelease ? `Release ${what}` : "Discard"}
      busyLabel={isRelease ? "Releasing..." : "Discarding..."}
      isBusy={isPending}
      error={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isTyped && (
        <TextField
          label={`Type ${count} to release`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={problems.typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblems({});
          }}
        />
      )}
      <TextField
        label="Reason, kept in the log"
        maxLength={500}
        autoComplete="off"
        value={reason}
        error={problems.reason}
        onChange={({ target }) => {
          setReason(target.value);
          setProblems({});
        }}
      />
    </ConfirmDialog>
  );
}

/** "2,041" is as good as "2041". */
function digitsOf(typed: string): string {
  return typed.replaceAll(/[\s,.]/g, "");
}
