import { Trans, ph, t } from "#web/language/macros.ts";
import type { Application, GroupRef } from "#shared/applications/applications.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { useSetting, replaceSecretMutation } from "#web/applications/queries.ts";

type RequireDialogProps = {
  application: Application;
  /** Null: every player. */
  group: GroupRef | null;
  onClose: () => void;
};

/** Who may sign in changes for everybody at once, so it is asked. */
export function RequireDialog({ application, group, onClose }: RequireDialogProps) {
  const { save, isPending, failure } = useSetting(application);
  const name = <bdi>{application.name}</bdi>;
  return (
    <ConfirmDialog
      isOpen
      title={group === null ? t`Let every player sign in?` : t`Require this group?`}
      description={
        group === null ? (
          <Trans>Every member of the community can then sign in to {name}.</Trans>
        ) : (
          <Trans>
            Only members of <bdi className="font-medium">{ph({ groupName: group.name })}</bdi> can
            then sign in to {name}. Sessions of other people end.
          </Trans>
        )
      }
      confirmLabel={group === null ? t`Let every player in` : t`Require the group`}
      busyLabel={t`Saving...`}
      isBusy={isPending}
      error={failure}
      onClose={onClose}
      onConfirm={() => save({ requiredGroupId: group?.id ?? null }, { onSaved: onClose })}
    />
  );
}

type ReplaceSecretDialogProps = { applicationId: string; onClose: () => void };

export function ReplaceSecretDialog(props: ReplaceSecretDialogProps) {
  const { applicationId, onClose } = props;
  const dialog = useConfirmedChange(replaceSecretMutation, applicationId, {
    // The page shows the secret at its top.
    onDone: () => scrollTo({ top: 0 }),
    failed: t`Failed to replace the secret`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Make a new secret?`}
      description={t`The old one works for another day, so that you can enter the new one without an interruption.`}
      confirmLabel={t`Make a new secret`}
      busyLabel={t`Making...`}
    />
  );
}
