import { useState } from "react";
import { Trans, ph, t } from "#web/language/macros.ts";
import type { ApplicationAccess } from "#shared/pilots/access.ts";
import { claimWords } from "#web/memberships/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { EveDay, RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { revokeConsentMutation } from "./queries.ts";

/** The applications that the user signs in to with Muster: what each learns, and what would end it. */
export default function ApplicationsCard(props: { applications: readonly ApplicationAccess[] }) {
  const [revoked, setRevoked] = useState<ApplicationAccess>();
  return (
    <Card isFlush title={t`Applications`}>
      <ul aria-label={t`Applications`} className="divide-y divide-line-faint">
        {props.applications.map((application) => (
          <li
            key={application.applicationId}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                <bdi className="min-w-0 wrap-anywhere">{application.applicationName}</bdi>
                {!application.isOn && <Chip icon="pause">{t`Switched off`}</Chip>}
              </p>
              <p className="text-sm text-text-2">
                {application.lastSignInAt === null ? (
                  <Trans>
                    {ph({ claims: claimWords(application.claims) })}. Allowed{" "}
                    <EveDay at={application.since} />.
                  </Trans>
                ) : (
                  <Trans>
                    {ph({ claims: claimWords(application.claims) })}. Allowed{" "}
                    <EveDay at={application.since} />, last sign-in{" "}
                    <RelativeTime at={application.lastSignInAt} />.
                  </Trans>
                )}
              </p>
              <p className="text-sm wrap-anywhere text-text-2">
                <EndsIf requires={application.requires} />
              </p>
            </div>
            <Button size="sm" onClick={() => setRevoked(application)}>
              <Trans>
                Revoke
                <VisuallyHidden>
                  {" "}
                  access of {ph({ applicationName: application.applicationName })}
                </VisuallyHidden>
              </Trans>
            </Button>
          </li>
        ))}
      </ul>
      {revoked && <RevokeDialog application={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  );
}

function EndsIf({ requires }: Pick<ApplicationAccess, "requires">) {
  if (requires === null) return t`Ends if you revoke it`;
  const { groupName, isMember } = requires;
  if (isMember) {
    return groupName === null ? (
      t`Ends if you leave the group that it requires, or revoke it`
    ) : (
      <Trans>
        Ends if you leave <bdi className="font-medium">{groupName}</bdi>, or revoke it
      </Trans>
    );
  }
  return (
    <span className="text-warn">
      {groupName === null ? (
        t`You are not in the group that it requires, so you cannot sign in there now`
      ) : (
        <Trans>
          You are not in <bdi className="font-medium">{groupName}</bdi>, so you cannot sign in there
          now
        </Trans>
      )}
    </span>
  );
}

type RevokeDialogProps = { application: ApplicationAccess; onClose: () => void };

function RevokeDialog({ application, onClose }: RevokeDialogProps) {
  const { applicationId, applicationName } = application;
  const dialog = useConfirmedChange(revokeConsentMutation, applicationId, {
    done: t`${applicationName} no longer has access`,
    failed: t`Failed to revoke the access`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Revoke the access?`}
      description={
        <Trans>
          Your sessions at <bdi className="font-medium">{applicationName}</bdi> end, and it learns
          nothing more about you. It keeps what it was told before. The next sign-in there asks you
          again.
        </Trans>
      }
      confirmLabel={t`Revoke the access`}
      busyLabel={t`Revoking...`}
    />
  );
}
