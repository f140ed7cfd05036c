import { Trans, t } from "#web/language/macros.ts";
import type { WithheldAdministrator } from "#shared/health.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { confirmAdministratorMutation } from "./queries.ts";

type Props = { administrator: WithheldAdministrator; onClose: () => void };

export default function ConfirmOwnerDialog({ administrator, onClose }: Props) {
  const { characterId, characterName, heldBy } = administrator;
  const dialog = useConfirmedChange(confirmAdministratorMutation, characterId, {
    done: t`${characterName} is an administrator again`,
    failed: t`Failed to confirm the owner`,
    onClose,
  });
  const name = <bdi className="font-medium text-text-1">{heldBy ?? characterName}</bdi>;
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Confirm the owner of ${characterName}?`}
      description={
        <Trans>
          {name} becomes a system administrator, with every right on this Muster. Confirm only after
          you have asked the player outside Muster: a bought character looks the same here.
        </Trans>
      }
      confirmLabel={t`Confirm owner`}
      busyLabel={t`Confirming...`}
    />
  );
}
