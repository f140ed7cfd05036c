import { t, Trans, msg, ph, plural } from "#web/language/macros.ts";
import { useState } from "react";
import type { Group, GroupSetting } from "#shared/groups/groups.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { RadioCards } from "#web/ui/form/choices.tsx";
import type { RadioCard } from "#web/ui/form/choices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { DaysField } from "./days-field.tsx";
import { EMPTY_INPUT, GroupFields, requirementsNext } from "./group-fields.tsx";
import type { GroupInput } from "./group-fields.tsx";
import {
  createGroupMutation,
  deleteGroupMutation,
  updateGroupMutation,
  useGroupForm,
} from "./use-group-form.ts";
import { paths } from "#web/lib/paths.ts";
import { useNavigate, useLocation } from "react-router";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { DeleteDialog } from "#web/ui/delete-dialog.tsx";
import type { Message } from "#shared/language/messages.ts";
import { MAX_EMERGENCY_HOURS } from "#shared/groups/ends.ts";
import type { TakeEmergencyAccess } from "#shared/groups/ends.ts";
import { useProvenAct } from "#web/proof/use-proof.tsx";
import { SelectField, TextField } from "#web/ui/form/form.tsx";

export type GroupDialogName = "edit" | "delete" | "emergency";

type GroupDialogProps = {
  name: GroupDialogName;
  group: Group;
  /** Where to go once the group is deleted. */
  listPath: string;
  onClose: () => void;
};

/** A dialog of the group's settings. */
export default function GroupDialog({ name, ...props }: GroupDialogProps) {
  switch (name) {
    case "edit":
      return <EditDialog {...props} />;
    case "delete":
      return <DeleteGroupDialog {...props} />;
    case "emergency":
      return <EmergencyDialog {...props} />;
  }
}

type Props = Omit<GroupDialogProps, "name">;

const GUESTS: readonly RadioCard<"closed" | "open">[] = [
  {
    value: "closed",
    label: msg`Members of the community only`,
    hint: msg`Guests neither see nor join it.`,
  },
  {
    value: "open",
    label: msg`Open to guests`,
    hint: msg`Guests of the community see it like everybody else, and may join.`,
  },
];

const LINKS: readonly RadioCard<"private" | "shown">[] = [
  {
    value: "private",
    label: msg`Show the group after sign-in`,
    hint: msg`Before, a visitor sees only the community.`,
  },
  {
    value: "shown",
    label: msg`Show the group to everyone with the link`,
    hint: msg`Its name, its description and who invites, while the link works.`,
  },
];

/** The settings that have a field here and not among `GroupFields`: a new setting does not compile without one. */
type OwnFields = Record<Exclude<GroupSetting, keyof GroupInput>, unknown>;

function EditDialog({ group, onClose }: Props) {
  const { id, categoryId, name, description, visibility, joinMode } = group;
  const [isOpenToGuests, setIsOpenToGuests] = useState(group.isOpenToGuests);
  const [isShownInInvites, setIsShownInInvites] = useState(group.isShownInInvites);
  const wasAutomatic = group.enrolment === "automatic";
  const [isAutomatic, setIsAutomatic] = useState(wasAutomatic);
  const navigate = useNavigate();
  const [days, setDays] = useState<number | null | undefined>(group.membershipDays);
  const { form, isDuplicate } = useGroupForm({
    initial: { categoryId, name, description: description ?? "", visibility, joinMode },
    toRequest: (changed) => {
      const own = { isOpenToGuests, isShownInInvites, membershipDays: days ?? null };
      const { isOpenToGuests: guests, ...others } = own satisfies OwnFields;
      return { id, ...changed, ...others, ...(guests !== null && { isOpenToGuests: guests }) };
    },
    mutation: updateGroupMutation,
    failed: t`Failed to update group`,
    onDone: () => {
      toast.success(t`Group updated successfully!`);
      onClose();
      // How members join is saved with the requirements, after a preview of who would join or leave.
      if (isAutomatic !== wasAutomatic) void navigate(requirementsNext(isAutomatic));
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
        isAutomatic={isAutomatic}
        onAutomatic={setIsAutomatic}
      />
      {isAutomatic !== wasAutomatic && (
        <output className="-mt-3 block text-sm text-text-2">
          <Trans>
            How members join is saved with the requirements, which come next and show who would join
            or leave.
          </Trans>
        </output>
      )}
      {!isAutomatic && (
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
          options={GUESTS}
          value={isOpenToGuests ? "open" : "closed"}
          onChange={(value) => setIsOpenToGuests(value === "open")}
        />
      )}
      {form.input.visibility !== "system" && (
        <RadioCards
          legend={t`Invite links`}
          options={LINKS}
          value={isShownInInvites ? "shown" : "private"}
          onChange={(value) => setIsShownInInvites(value === "shown")}
        />
      )}
    </ConfirmDialog>
  );
}

function DeleteGroupDialog({ group, listPath, onClose }: Props) {
  const navigate = useNavigate();
  const remove = useAction(deleteGroupMutation, t`Failed to delete group`);
  const confirm = (name: string) =>
    remove.act(
      { id: group.id, name },
      {
        onSuccess: () => {
          toast.success(t`Group deleted successfully!`);
          void navigate(listPath, { replace: true });
        },
      },
    );
  return (
    <DeleteDialog
      title={t`Delete group`}
      description={<bdi className="font-medium wrap-anywhere text-text-1">{group.name}</bdi>}
      what="group"
      name={group.name}
      isBusy={remove.isPending}
      error={remove.failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ConsequencesOf act="group" id={group.id} onLeave={onClose} />
    </DeleteDialog>
  );
}

const ROLES: { value: TakeEmergencyAccess["role"]; label: Message }[] = [
  { value: "member", label: msg`Member` },
  { value: "admin", label: msg`Admin` },
];
const HOURS = Array.from({ length: MAX_EMERGENCY_HOURS }, (_, index) => index + 1);

/** A system administrator becomes a member for some hours, with a reason. */
function EmergencyDialog({ group, onClose }: Props) {
  const [role, setRole] = useState<TakeEmergencyAccess["role"]>("member");
  const [hours, setHours] = useState(1);
  const [reason, setReason] = useState("");
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const confirmLabel = t`Take access`;
  const dialog = useProvenAct(
    "takeEmergencyAccess",
    { groupId: group.id, groupName: group.name, page, role, hours, reason: reason.trim() },
    {
      title: t`Emergency access`,
      description: (
        <Trans>
          You become a member of{" "}
          <bdi className="wrap-anywhere">{ph({ groupName: group.name })}</bdi> for some hours, with
          what its members have: Discord roles and applications. Its owner and its admins are told,
          and the log keeps your reason.
        </Trans>
      ),
      confirmLabel,
      busyLabel: t`Taking access...`,
      isDangerous: true,
      onClose,
    },
  );
  const needsProof = dialog.confirmLabel !== confirmLabel;
  return (
    <ConfirmDialog {...dialog}>
      {!needsProof && (
        <>
          <SelectField
            label={t`Role`}
            value={role}
            options={ROLES}
            onChange={({ target: { value } }) => setRole(value === "admin" ? "admin" : "member")}
          />
          <SelectField
            label={t`For`}
            value={String(hours)}
            options={HOURS.map((count) => ({
              value: String(count),
              label: plural(count, { one: "# hour", other: "# hours" }),
            }))}
            onChange={({ target: { value } }) => setHours(Number(value))}
          />
          <TextField
            label={t`Reason`}
            required
            maxLength={300}
            value={reason}
            onChange={({ target: { value } }) => setReason(value)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

type CreateGroupDialogProps = {
  /** Preselected: the category that the list is filtered by, or "". */
  categoryId: string;
  onClose: () => void;
};

export function CreateGroupDialog({ categoryId, onClose }: CreateGroupDialogProps) {
  const navigate = useNavigate();
  const [isAutomatic, setIsAutomatic] = useState(false);
  const { form, isDuplicate } = useGroupForm({
    initial: { ...EMPTY_INPUT, categoryId },
    toRequest: (group) => group,
    mutation: createGroupMutation,
    failed: t`Failed to create group`,
    onDone: ({ id }) => {
      toast.success(t`Group created successfully!`);
      onClose();
      if (isAutomatic) void navigate(paths.adminGroup(id) + requirementsNext(true));
    },
  });

  return (
    <ConfirmDialog
      {...form.dialog}
      title={t`Create Group`}
      description={t`You become its owner, and can transfer the ownership later.`}
      confirmLabel={isDuplicate ? t`Create anyway` : t`Create Group`}
      busyLabel={t`Creating...`}
      onClose={onClose}
    >
      <GroupFields
        input={form.input}
        onChange={form.set}
        problems={form.problems}
        isAutomatic={isAutomatic}
        onAutomatic={setIsAutomatic}
      />
    </ConfirmDialog>
  );
}
