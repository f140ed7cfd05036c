import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useState } from "react";
import { useLocation } from "react-router";
import { MAX_EMERGENCY_HOURS } from "#shared/groups/ends.ts";
import type { TakeEmergencyAccess } from "#shared/groups/ends.ts";
import type { Group } from "#shared/groups/groups.ts";
import { useProvenAct } from "#web/proof/use-proven-act.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";

const ROLES: { value: TakeEmergencyAccess["role"]; label: Message }[] = [
  { value: "member", label: msg`Member` },
  { value: "admin", label: msg`Admin` },
];
const HOURS = Array.from({ length: MAX_EMERGENCY_HOURS }, (_, index) => index + 1);

/** A system administrator becomes a member for some hours, with a reason. */
export default function EmergencyDialog({ group, onClose }: { group: Group; onClose: () => void }) {
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
        <>
          <Trans>
            You become a member of{" "}
            <bdi className="wrap-anywhere">{ph({ groupName: group.name })}</bdi> for some hours,
            with what its members have: Discord roles and applications. Its owner and its admins are
            told, and the log keeps your reason.
          </Trans>
        </>
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
            options={ROLES.map(({ value, label }) => ({ value, label: say(label) }))}
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
