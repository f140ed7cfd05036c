import { useQueryClient } from "@tanstack/react-query";
import type { CharacterSummary } from "#shared/session.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { changeMainMutation } from "./queries.ts";

type Props = { character: CharacterSummary; onClose: () => void };

export default function MakeMainDialog({ character, onClose }: Props) {
  const { characterId, characterName } = character;
  const change = useConfirmedChange(changeMainMutation(useQueryClient()), characterId, {
    done: `${characterName} is now your main`,
    failed: "Failed to change your main",
    onClose,
  });
  return (
    <ConfirmDialog
      {...change}
      title={`Make ${characterName} your main?`}
      description="Groups and Discord will know you by this name. You can change it back at any time."
      confirmLabel="Make main"
      busyLabel="Changing..."
    />
  );
}
