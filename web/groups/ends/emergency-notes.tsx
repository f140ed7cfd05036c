import type { Group } from "#shared/groups/groups.ts";
import { ROLE_LABELS, UNKNOWN_USER } from "#web/lib/labels.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EveMoment } from "#web/ui/time.tsx";

/** System administrators who have taken a membership for some hours. */
export default function EmergencyNotes({ emergencies }: Pick<Group, "emergencies">) {
  return emergencies.map(({ userId, name, role, endsAt, reason }) => (
    <div key={userId} className="mt-4">
      <Alert tone="warn" title="Emergency access">
        <bdi>{name ?? UNKNOWN_USER}</bdi>, a system administrator, has the role{" "}
        {ROLE_LABELS[role].toLowerCase()} until <EveMoment at={endsAt} />.
        {reason !== null && (
          <>
            {" "}
            Reason: <bdi className="wrap-anywhere">{reason}</bdi>
          </>
        )}
      </Alert>
    </div>
  ));
}
