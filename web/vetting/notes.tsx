import { Trans, ph, t } from "#web/language/macros.ts";
import { useId, useRef, useState } from "react";
import { NOTE_MAX_LENGTH } from "#shared/groups/requests.ts";
import type { RequestNote } from "#shared/groups/requests.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { userName } from "#web/lib/labels.ts";
import { KEYS, useLetters } from "#web/lib/keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { CharacterCounter, TextareaField, Form, submitOnControlEnter } from "#web/ui/form/form.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { addNoteMutation, deleteNoteMutation } from "./queries.ts";

/** What reviewers write for each other. Who reads it and when it is deleted stands beside the field. */
export function Notes({ requestId, notes }: { requestId: string; notes: RequestNote[] }) {
  const [note, setNote] = useState("");
  const headingId = useId();
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  useLetters({ [KEYS.note]: () => fieldRef.current?.focus() });
  const add = useAction(addNoteMutation, t`Failed to save the note`);
  const remove = useAction(deleteNoteMutation, t`Failed to delete the note`);
  const isTooLong = note.length > NOTE_MAX_LENGTH;
  const failure = add.failure ?? remove.failure;
  const save = () => {
    if (note.trim() === "" || isTooLong) return;
    void add.act({ id: requestId, note }, { onSuccess: () => setNote("") });
  };
  return (
    <Card title={<span id={headingId}>{t`Notes`}</span>}>
      <Form onSubmit={save} className="grid gap-2">
        <TextareaField
          label={t`Write a note`}
          dir="auto"
          rows={3}
          ref={fieldRef}
          value={note}
          hint={t`Read by the reviewers of this group alone. Deleted 90 days after the decision, and at once with a withdrawal. It is about a player who cannot read it: their export says that there are notes, by whom and when.`}
          aside={<CharacterCounter text={note} limit={NOTE_MAX_LENGTH} />}
          error={isTooLong ? t`Note must be ${NOTE_MAX_LENGTH} characters or less` : undefined}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={submitOnControlEnter}
        />
        {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
        <div>
          <Button type="submit" isBusy={add.isPending} busyLabel={t`Saving...`}>
            <Trans>Add note</Trans>
          </Button>
        </div>
      </Form>
      {notes.length > 0 && (
        <ul aria-labelledby={headingId} className="mt-4 grid gap-3">
          {notes.map(({ id, byName, text, createdAt, isOwn }) => (
            <li key={id} className="border-t border-line-faint pt-3">
              <p className="text-sm text-text-2">
                <Trans>
                  <bdi>{ph({ name: userName(byName) })}</bdi>, <RelativeTime at={createdAt} />
                </Trans>
              </p>
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {text}
              </p>
              {isOwn && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={t`Delete the note of ${ph({ date: createdAt.slice(0, 10) })}`}
                  onClick={() => remove.act({ id: requestId, noteId: id })}
                >
                  <Trans>Delete</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
