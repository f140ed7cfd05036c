import * as z from "zod/mini";
import { addDirectorSchema, DEFAULT_DIRECTOR_PRIORITY } from "#shared/corporations.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { useInput } from "#web/lib/form/use-input.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { INVALID_CHARACTER_ID, PilotFields, toId } from "./pilot-fields.tsx";
import type { PilotInput } from "./pilot-fields.tsx";
import { addDirectorMutation } from "./queries.ts";

type Input = PilotInput & { priority: string };

const EMPTY_INPUT: Input = {
  characterId: "",
  characterName: "",
  priority: String(DEFAULT_DIRECTOR_PRIORITY),
};

const requestSchema = z.extend(addDirectorSchema, {
  characterId: z.int(INVALID_CHARACTER_ID).check(z.positive(INVALID_CHARACTER_ID)),
});

const inputSchema = {
  safeParse: ({ characterId, ...input }: Input) =>
    requestSchema.safeParse({ ...input, characterId: toId(characterId) }),
};

type AddDirectorDialogProps = { corporationId: number; onClose: () => void };

export default function AddDirectorDialog({ corporationId, onClose }: AddDirectorDialogProps) {
  const add = useAction(addDirectorMutation, "Failed to add director");
  const { input, problems, change, submit, refuse } = useInput(inputSchema, EMPTY_INPUT);
  const send = () => {
    const director = submit();
    if (!director) return;
    void add.act(
      { id: corporationId, ...director },
      {
        onRefusal: refuse,
        onSuccess: ({ characterName }) => {
          toast.success(`${characterName} added as a director`);
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen
      title="Add Director"
      description="Any linked character, alts included. Its player has to grant director access before Muster can use it."
      confirmLabel="Add Director"
      busyLabel="Adding..."
      isBusy={add.isPending}
      error={add.failure}
      onConfirm={send}
      onClose={onClose}
    >
      <PilotFields
        isRequired
        input={input}
        problems={{ id: problems.characterId, name: problems.characterName }}
        onChange={(pilot) => change({ ...input, ...pilot })}
      />
      <TextField
        label="Priority"
        hint="Breaks ties: of directors last used at the same time, the lower number goes first."
        inputMode="numeric"
        autoComplete="off"
        value={input.priority}
        error={problems.priority}
        onChange={(event) => change({ ...input, priority: event.target.value })}
      />
    </ConfirmDialog>
  );
}
