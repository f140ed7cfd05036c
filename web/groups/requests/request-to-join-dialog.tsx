import { Trans, ph, t } from "#web/language/macros.ts";
import { Navigate } from "react-router";
import { DESCRIPTION_MAX_LENGTH } from "#shared/text.ts";
import type { Group } from "#shared/groups/groups.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { paths } from "#web/lib/paths.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { CharacterCounter, TextareaField } from "#web/ui/form/form.tsx";
import { requestToJoinMutation } from "./queries.ts";

type RequestDialogProps = { group: Group; onClose: () => void };

/** A reason, or the page of the group's form. */
export default function RequestDialog(props: RequestDialogProps) {
  const { group } = props;
  return group.hasForm ? <Navigate to={paths.apply(group.id)} /> : <ReasonDialog {...props} />;
}

function ReasonDialog({ group, onClose }: RequestDialogProps) {
  const { input, problems, set, dialog } = useForm({
    initial: { reason: "" },
    validate: ({ reason }) =>
      reason.length > DESCRIPTION_MAX_LENGTH
        ? { problems: { reason: t`Reason must be ${DESCRIPTION_MAX_LENGTH} characters or less` } }
        : { value: { groupId: group.id, reason } },
    mutation: requestToJoinMutation,
    failed: t`Failed to send the request`,
    onDone: () => {
      toast.success(t`Your request to join ${ph({ groupName: group.name })} was sent`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Request to join`}
      description={
        <Trans>
          The owner and the admins of{" "}
          <bdi className="wrap-anywhere">{ph({ groupName: group.name })}</bdi> will see your
          request.
        </Trans>
      }
      confirmLabel={t`Send request`}
      busyLabel={t`Sending...`}
      onClose={onClose}
    >
      <TextareaField
        label={t`Reason (optional)`}
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
