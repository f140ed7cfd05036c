import { Trans, t } from "#web/language/macros.ts";
import { useMutation } from "@tanstack/react-query";
import { UNDO_SECONDS } from "#shared/groups/decisions.ts";
import type { GroupEvent } from "#shared/events/activity.ts";
import { undoDecisionOfMutation } from "#web/groups/requests/queries.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

const UNDONE_BY: Partial<Record<GroupEvent["kind"], GroupEvent["kind"]>> = {
  request_approved: "approval_undone",
  request_rejected: "rejection_undone",
};

/**
 * Whether the reader may undo this decision about a request: an own one of the last minutes that is not undone. `events` are the
 * newest first.
 */
export function isUndoable(
  event: GroupEvent,
  events: readonly GroupEvent[],
  { userId, now }: { userId: string | undefined; now: number },
): boolean {
  const undoneBy = UNDONE_BY[event.kind];
  if (undoneBy === undefined || userId === undefined || event.actor?.userId !== userId)
    return false;
  const who = event.subject?.userId ?? null;
  if (who === null || now - Date.parse(event.createdAt) > UNDO_SECONDS * 1000) return false;
  const later = events.slice(0, events.indexOf(event));
  return !later.some(({ kind, subject }) => kind === undoneBy && subject?.userId === who);
}

/** Takes back a decision after its toast has gone. */
export function UndoDecision({ groupId, event }: { groupId: string; event: GroupEvent }) {
  const undo = useMutation(undoDecisionOfMutation);
  const { subject } = event;
  const userId = subject?.userId ?? null;
  if (userId === null) return null;
  const player = subject?.name ?? t({ context: "instead of its name", message: "this player" });
  return (
    <Button
      size="sm"
      isBusy={undo.isPending}
      busyLabel={t`Undoing...`}
      onClick={() =>
        undo.mutate(
          { groupId, userId },
          {
            onSuccess: ({ refused: [first] }) => {
              if (first) toast.error(first.message);
            },
            onError: (error) => toast.error(messageOf(error, t`Failed to undo the decision`)),
          },
        )
      }
    >
      <Trans>
        Undo
        <VisuallyHidden> the decision about {player}</VisuallyHidden>
      </Trans>
    </Button>
  );
}
