import type { Application, GroupRef } from "#shared/applications/applications.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useSetting } from "./use-setting.ts";

type RequireDialogProps = {
  application: Application;
  /** Null: every player. */
  group: GroupRef | null;
  onClose: () => void;
};

/** Who may sign in changes for everybody at once, so it is asked. */
export default function RequireDialog({ application, group, onClose }: RequireDialogProps) {
  const { save, isPending, failure } = useSetting(application);
  const name = <bdi>{application.name}</bdi>;
  return (
    <ConfirmDialog
      isOpen
      title={group === null ? "Let every player sign in?" : "Require this group?"}
      description={
        group === null ? (
          <>Every member of the community can then sign in to {name}.</>
        ) : (
          <>
            Only members of <bdi className="font-medium">{group.name}</bdi> can then sign in to{" "}
            {name}. Sessions of other people end.
          </>
        )
      }
      confirmLabel={group === null ? "Let every player in" : "Require the group"}
      busyLabel="Saving..."
      isBusy={isPending}
      error={failure}
      onClose={onClose}
      onConfirm={() => save({ requiredGroupId: group?.id ?? null }, { onSaved: onClose })}
    />
  );
}
