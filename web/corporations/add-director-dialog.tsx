import { t } from "#web/language/macros.ts";
import * as z from "zod/mini";
import { addDirectorSchema, DEFAULT_DIRECTOR_PRIORITY } from "#shared/corporations/corporations.ts";
import { useForm, check, whenValid } from "#web/lib/form/use-form.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/form.tsx";
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

type AddDirectorDialogProps = { corporationId: number; onClose: () => void };

export default function AddDirectorDialog({ corporationId, onClose }: AddDirectorDialogProps) {
  const { input, problems, set, dialog } = useForm({
    initial: EMPTY_INPUT,
    validate: ({ characterId, ...typed }: Input) =>
      whenValid(check(requestSchema, { ...typed, characterId: toId(characterId) }), (director) => ({
        id: corporationId,
        ...director,
      })),
    mutation: addDirectorMutation,
    failed: t`Failed to add director`,
    onDone: ({ characterName }) => {
      toast.success(t`${characterName} added as a director`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Add director`}
      description={t`Any linked character, alts included. Its player has to grant director access before Muster can use it.`}
      confirmLabel={t`Add director`}
      busyLabel={t`Adding...`}
      onClose={onClose}
    >
      <PilotFields
        isRequired
        input={input}
        problems={{ id: problems.characterId, name: problems.characterName }}
        onChange={set}
      />
      <TextField
        label={t`Priority`}
        hint={t`Breaks ties: of directors last used at the same time, the lower number goes first.`}
        inputMode="numeric"
        autoComplete="off"
        value={input.priority}
        error={problems.priority}
        onChange={(event) => set({ priority: event.target.value })}
      />
    </ConfirmDialog>
  );
}
