import type { Message } from "#web/language/messages.ts";
import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Group, GroupRole } from "#shared/groups/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EveMoment } from "#web/ui/time.tsx";

const ROLES: Record<GroupRole, Message> = {
  owner: msg`owner`,
  admin: msg`admin`,
  member: msg`member`,
};

/** System administrators who have taken a membership for some hours. */
export default function EmergencyNotes({ emergencies }: Pick<Group, "emergencies">) {
  return emergencies.map(({ userId, name, role, endsAt, reason }) => (
    <div key={userId} className="mt-4">
      <Alert tone="warn" title={t`Emergency access`}>
        <Trans>
          <bdi>{ph({ name: name ?? say(UNKNOWN_USER) })}</bdi>, a system administrator, has the role{" "}
          {ph({ role: say(ROLES[role]) })} until <EveMoment at={endsAt} />.
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
