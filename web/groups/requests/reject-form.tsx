import { t } from "#web/language/macros.ts";
import { useEffect, useRef, useState } from "react";
import { REJECTION_REASON_MAX_LENGTH } from "#shared/groups/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { CharacterCounter, TextareaField } from "#web/ui/form/form.tsx";
import { KeyHint } from "#web/ui/text.tsx";

type RejectFormProps = {
  /** Who may read the reason. */
  label: string;
  submitLabel: string;
  onReject: (reason: string) => void;
  onCancel: () => void;
};

/** The optional reason of a rejection. Ctrl+Enter rejects, Escape cancels. */
export function RejectForm({ label, submitLabel, onReject, onCancel }: RejectFormProps) {
  const [reason, setReason] = useState("");
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => fieldRef.current?.focus(), []);
  const isTooLong = reason.length > REJECTION_REASON_MAX_LENGTH;
  const reject = () => {
    if (!isTooLong) onReject(reason);
  };
  return (
    <form
      className="grid w-full gap-2.5 rounded-card border border-line bg-surface-2 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        reject();
      }}
    >
      <TextareaField
        label={label}
        dir="auto"
        rows={2}
        ref={fieldRef}
        value={reason}
        aside={<CharacterCounter text={reason} limit={REJECTION_REASON_MAX_LENGTH} />}
        error={
          isTooLong
            ? t`Reason must be ${REJECTION_REASON_MAX_LENGTH} characters or less`
            : undefined
        }
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) reject();
          else if (event.key === "Escape") onCancel();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto text-sm text-text-2">{t`The player can read it.`}</span>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {t`Cancel`}
          <KeyHint>Esc</KeyHint>
        </Button>
        <Button size="sm" variant="danger-fill" type="submit">
          {submitLabel}
          <KeyHint>{t`Ctrl ↵`}</KeyHint>
        </Button>
      </div>
    </form>
  );
}
