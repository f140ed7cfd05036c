import { Plural, Trans, t } from "#web/language/macros.ts";
import type { Fact } from "#shared/applications/facts.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { AskingGroups } from "./asking-groups.tsx";
import { removeFactMutation } from "./queries.ts";

type RemoveFactDialogProps = { applicationId: string; fact: Fact; onClose: () => void };

/** A fact that requirements ask for stays: the dialog says whose. */
export default function RemoveFactDialog(props: RemoveFactDialogProps) {
  const { fact, onClose } = props;
  if (fact.usedBy.length === 0) return <Removal {...props} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`The fact is in use`}
      description={t`It can be deleted when no requirements ask for it.`}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <AskingGroups fact={fact} onLeave={onClose} />
    </Dialog>
  );
}

function Removal({ applicationId, fact: { key, title, pilots }, onClose }: RemoveFactDialogProps) {
  const dialog = useConfirmedChange(
    removeFactMutation,
    { id: applicationId, key },
    { done: t`Fact deleted`, failed: t`Failed to delete the fact`, onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Delete the fact?`}
      description={
        <Plural
          value={pilots}
          one="No requirements ask for it. Its value for # pilot is deleted with it."
          other="No requirements ask for it. Its values for # pilots are deleted with it."
        />
      }
      confirmLabel={t`Delete the fact`}
      busyLabel={t`Deleting...`}
    >
      <p className="font-medium wrap-anywhere">
        <bdi>{title}</bdi>
      </p>
    </ConfirmDialog>
  );
}
