import { t } from "#web/language/macros.ts";
import { useState } from "react";
import type { Group } from "#shared/groups/groups.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import type { RadioCard } from "#web/ui/form/radio-cards.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { DaysField } from "#web/groups/ends/days-field.tsx";
import { GroupFields } from "./group-fields.tsx";
import { updateGroupMutation } from "./mutations.ts";
import { useGroupForm } from "./use-group-form.ts";

const guestChoices = (): readonly RadioCard<"closed" | "open">[] => [
  {
    value: "closed",
    label: t`Members of the community only`,
    hint: t`Guests neither see nor join it.`,
  },
  {
    value: "open",
    label: t`Open to guests`,
    hint: t`Guests of the community see it like everybody else, and may join.`,
  },
];

const linkChoices = (): readonly RadioCard<"private" | "shown">[] => [
  {
    value: "private",
    label: t`Show the group after sign-in`,
    hint: t`Before, a visitor sees only the community.`,
  },
  {
    value: "shown",
    label: t`Show the group to everyone with the link`,
    hint: t`Its name, its description and who invites, while the link works.`,
  },
];

export default function EditDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { id, categoryId, name, description, visibility, joinMode } = group;
  const [isOpenToGuests, setIsOpenToGuests] = useState(group.isOpenToGuests);
  const [isShownInInvites, setIsShownInInvites] = useState(group.isShownInInvites);
  const [days, setDays] = useState<number | null | undefined>(group.membershipDays);
  const { form, isDuplicate } = useGroupForm({
    initial: { categoryId, name, description: description ?? "", visibility, joinMode },
    toRequest: (changed) => ({
      id,
      ...changed,
      ...(isOpenToGuests !== null && { isOpenToGuests }),
      isShownInInvites,
      membershipDays: days ?? null,
    }),
    mutation: updateGroupMutation,
    failed: t`Failed to update group`,
    onDone: () => {
      toast.success(t`Group updated successfully!`);
      onClose();
    },
  });

  return (
    <ConfirmDialog
      {...form.dialog}
      title={t`Edit group`}
      confirmLabel={isDuplicate ? t`Save anyway` : t`Save changes`}
      busyLabel={t`Saving...`}
      onClose={onClose}
    >
      <GroupFields
        input={form.input}
        onChange={form.set}
        problems={form.problems}
        current={group}
      />
      {group.enrolment !== "automatic" && (
        <DaysField
          label={t`A membership lasts`}
          hint={t`For new members. Memberships that exist keep their end.`}
          value={days}
          onChange={setDays}
        />
      )}
      {isOpenToGuests !== null && (
        <RadioCards
          legend={t`Guests`}
          options={guestChoices()}
          value={isOpenToGuests ? "open" : "closed"}
          onChange={(value) => setIsOpenToGuests(value === "open")}
        />
      )}
      {form.input.visibility !== "system" && (
        <RadioCards
          legend={t`Invite links`}
          options={linkChoices()}
          value={isShownInInvites ? "shown" : "private"}
          onChange={(value) => setIsShownInInvites(value === "shown")}
        />
      )}
    </ConfirmDialog>
  );
}
