import { Trans, plural, t } from "#web/language/macros.ts";
import { useState } from "react";
import { TYPED_ABOVE } from "#shared/requirements/held.ts";
import type { HeldDetail } from "#shared/requirements/held.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import { decideMutation } from "./queries.ts";
import type { HeldVerdict } from "./queries.ts";

type DecideDialogProps = { held: HeldDetail; decision: HeldVerdict; onClose: () => void };

/** Above 50 people the number is typed; a reason is always asked for. */
export default function DecideDialog({ held, decision, onClose }: DecideDialogProps) {
  // The number that the person has read when the dialog opened.
  const [count] = useState(held.removalCount);
  const isRelease = decision === "release";
  const isTyped = isRelease && count > TYPED_ABOVE;
  const { input, problems, set, dialog } = useForm({
    initial: { typed: "", reason: "" },
    validate: ({ typed, reason }) => {
      const isOther = isTyped && digitsOf(typed) !== String(count);
      const isEmpty = reason.trim() === "";
      return isOther || isEmpty
        ? {
            problems: {
              ...(isOther && { typed: t`Type ${count}` }),
              ...(isEmpty && { reason: t`Reason is required` }),
            },
          }
        : { value: { id: held.id, decision, removalCount: count, reason } };
    },
    mutation: decideMutation,
    failed: t`Failed to save the decision`,
    onDone: () => {
      toast.success(
        isRelease
          ? plural(count, { one: "# removal released", other: "# removals released" })
          : plural(count, { one: "# removal discarded", other: "# removals discarded" }),
      );
      onClose();
    },
  });

  return (
    <ConfirmDialog
      {...dialog}
      isDangerous={isRelease}
      title={
        isRelease
          ? plural(count, { one: "Release # removal?", other: "Release # removals?" })
          : plural(count, { one: "Discard # removal?", other: "Discard # removals?" })
      }
      description={<WhatFollows held={held} decision={decision} />}
      confirmLabel={
        isRelease
          ? plural(count, { one: "Release # removal", other: "Release # removals" })
          : t`Discard`
      }
      busyLabel={isRelease ? t`Releasing...` : t`Discarding...`}
      onClose={onClose}
    >
      {isTyped && (
        <TextField
          label={t`Type ${count} to release`}
          inputMode="numeric"
          autoComplete="off"
          value={input.typed}
          error={problems.typed}
          onChange={({ target }) => set({ typed: target.value })}
        />
      )}
      <TextField
        label={t`Reason, kept in the log`}
        maxLength={500}
        autoComplete="off"
        value={input.reason}
        error={problems.reason}
        onChange={({ target }) => set({ reason: target.value })}
      />
    </ConfirmDialog>
  );
}

type WhatFollowsProps = {
  held: Pick<HeldDetail, "groupName" | "trigger">;
  decision: HeldVerdict;
};

/** Removals that a person asked for do not depend on requirements. */
export function WhatFollows({ held: { groupName, trigger }, decision }: WhatFollowsProps) {
  const isAsked = trigger.kind === "asked";
  if (decision === "release") {
    return isAsked ? (
      <Trans>
        The listed members lose <bdi className="wrap-anywhere">{groupName}</bdi> at once. Each of
        them reads why.
      </Trans>
    ) : (
      <Trans>
        Members who do not meet the requirements lose{" "}
        <bdi className="wrap-anywhere">{groupName}</bdi> within minutes. Each of them reads why.
      </Trans>
    );
  }
  return isAsked ? (
    <Trans>
      All members of <bdi className="wrap-anywhere">{groupName}</bdi> stay. Nothing else follows.
    </Trans>
  ) : (
    <Trans>
      All members of <bdi className="wrap-anywhere">{groupName}</bdi> stay. A day later the
      requirements apply again.
    </Trans>
  );
}

/** "2,041" is as good as "2041". */
function digitsOf(typed: string): string {
  return typed.replaceAll(/[\s,.]/g, "");
}
