import { useState } from "react";
import { createGroupSchema } from "#shared/groups/groups.ts";
import type { Group } from "#shared/groups/groups.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { useInput } from "#web/lib/form/use-input.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import type { RadioCard } from "#web/ui/form/radio-cards.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { DaysField } from "#web/groups/ends/days-field.tsx";
import { GroupFields } from "./group-fields.tsx";
import { updateGroupMutation } from "./queries.ts";
import { useDuplicateName } from "./use-duplicate-name.ts";

const GUEST_CHOICES: readonly RadioCard<"closed" | "open">[] = [
  {
    value: "closed",
    label: "Members of the community only",
    hint: "Guests neither see nor join it.",
  },
  {
    value: "open",
    label: "Open to guests",
    hint: "Guests of the community see it like everybody else, and may join.",
  },
];

export default function EditDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { id, categoryId, name, description, visibility, joinMode } = group;
  const form = useInput(createGroupSchema, {
    categoryId,
    name,
    description: description ?? "",
    visibility,
    joinMode,
  });
  const { isDuplicate, notice } = useDuplicateName(form.input.name);
  const [isOpenToGuests, setIsOpenToGuests] = useState(group.isOpenToGuests);
  const [days, setDays] = useState<number | null | undefined>(group.membershipDays);
  const update = useAction(updateGroupMutation, "Failed to update group");

  function submit() {
    const changed = form.submit();
    if (!changed) return;
    void update.act(
      {
        id,
        ...changed,
        ...(isDuplicate && { allowDuplicateName: true }),
        ...(isOpenToGuests !== null && { isOpenToGuests }),
        membershipDays: days ?? null,
      },
      {
        onSuccess: () => {
          toast.success("Group updated successfully!");
          onClose();
        },
        onRefusal: (fields, error) => {
          form.refuse(fields);
          notice(error);
        },
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen
      title="Edit Group"
      confirmLabel={isDuplicate ? "Save Anyway" : "Save Changes"}
      busyLabel="Saving..."
      isBusy={update.isPending}
      error={update.failure}
      onConfirm={submit}
      onClose={onClose}
    >
      <GroupFields
        input={form.input}
        onChange={form.change}
        problems={form.problems}
        current={group}
      />
      {group.enrolment !== "automatic" && (
        <DaysField
          label="A membership lasts"
          hint="For new members. Memberships that exist keep their end."
          value={days}
          onChange={setDays}
        />
      )}
      {isOpenToGuests !== null && (
        <RadioCards
          legend="Guests"
          options={GUEST_CHOICES}
          value={isOpenToGuests ? "open" : "closed"}
          onChange={(value) => setIsOpenToGuests(value === "open")}
        />
      )}
    </ConfirmDialog>
  );
}
