import { Select, Trans, ph, t } from "#web/language/macros.ts";
import type { Group } from "#shared/groups/groups.ts";
import { userName } from "#web/lib/labels.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EveMoment } from "#web/ui/time.tsx";

/** System administrators who have taken a membership for some hours. */
export default function EmergencyNotes({ emergencies }: Pick<Group, "emergencies">) {
  return emergencies.map(({ userId, name, role, endsAt, reason }) => (
    <div key={userId} className="mt-4">
      <Alert tone="warn" title={t`Emergency access`}>
        <Trans>
          <bdi>{ph({ name: userName(name) })}</bdi>, a system administrator, has the role{" "}
          <Select value={role} _owner="owner" _admin="admin" other="member" /> until{" "}
          <EveMoment at={endsAt} />.
        </Trans>
        {reason !== null && (
          <>
            {" "}
            <Trans>
              Reason: <bdi className="wrap-anywhere">{reason}</bdi>
            </Trans>
          </>
        )}
      </Alert>
    </div>
  ));
}
