import { Trans, ph, t } from "#web/language/macros.ts";
import { Link } from "react-router";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { paths } from "#web/lib/paths.ts";
import { claimWords } from "#web/memberships/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { DateOnly, LastTime } from "#web/ui/time.tsx";
import { Counted } from "./counted.tsx";

/** The applications that the pilot has allowed. */
export default function PilotApplicationsCard({ applications }: Pick<PilotDetail, "applications">) {
  return (
    <Card isFlush title={<Counted title={t`Applications`} count={applications.length} />}>
      <ul className="divide-y divide-line-faint">
        {applications.map(
          ({ applicationId, applicationName, isOn, claims, since, lastSignInAt, requires }) => (
            <li key={applicationId} className="px-4 py-2.5">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Link
                  to={paths.adminApplication(applicationId)}
                  className="min-w-0 font-medium wrap-anywhere hover:underline"
                >
                  <bdi>{applicationName}</bdi>
                </Link>
                {!isOn && <Chip icon="pause">{t`Switched off`}</Chip>}
              </p>
              <p className="text-sm text-text-2">
                <Trans>
                  {ph({ claims: claimWords(claims) })}. Allowed <DateOnly at={since} />
                </Trans>
              </p>
              <p className="text-sm text-text-2">
                <Trans>
                  Last sign-in <LastTime at={lastSignInAt} />
                </Trans>
              </p>
              {requires !== null && !requires.isMember && (
                <p className="text-sm wrap-anywhere text-warn">
                  {requires.groupName === null ? (
                    <Trans>
                      Not in <bdi>the group that it requires</bdi>, so the pilot cannot sign in
                      there now
                    </Trans>
                  ) : (
                    <Trans>
                      Not in <bdi>{ph({ groupName: requires.groupName })}</bdi>, so the pilot cannot
                      sign in there now
                    </Trans>
                  )}
                </p>
              )}
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}
