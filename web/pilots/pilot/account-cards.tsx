import { Trans, t, ph } from "#web/language/macros.ts";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { RoleList } from "#web/memberships/role-list.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateOnly, LastTime, RelativeTime } from "#web/ui/time.tsx";
import { Link } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { claimWords } from "#web/memberships/words.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Counted } from "./characters-card.tsx";
import { useState } from "react";
import { useSession } from "#web/lib/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { endPilotSessionsMutation } from "#web/pilots/queries.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";

export function PilotDiscordCard({ discord, roles }: Pick<PilotDetail, "discord" | "roles">) {
  return (
    <Card title="Discord">
      {discord === null ? (
        <p className="text-text-2">{t`Not linked`}</p>
      ) : (
        <>
          <p className="font-medium wrap-anywhere">
            <bdi>{discord.name}</bdi>
          </p>
          <p className="text-sm text-text-2">
            <Trans>
              Linked <DateOnly at={discord.linkedAt} />
            </Trans>
          </p>
          {!discord.isAuthorized && (
            <p className="mt-1 text-sm text-warn">
              {t`Discord revoked access. The player can link again.`}
            </p>
          )}
          {roles.length > 0 && (
            <div className="mt-3 border-t border-line-faint pt-3">
              <RoleList roles={roles} />
            </div>
          )}
        </>
      )}
    </Card>
  );
}

/** The applications that the pilot has allowed. */
export function PilotApplicationsCard({ applications }: Pick<PilotDetail, "applications">) {
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

const SESSION_ROW =
  "flex items-center gap-3 border-t border-line-faint px-4 py-2.5 first:border-t-0";

type SessionsCardProps = { pilot: PilotDetail; name: string };

export function SessionsCard({ pilot, name }: SessionsCardProps) {
  const [isEnding, setIsEnding] = useState(false);
  const ownId = useSession().user?.id;
  const { sessions, signIns, userId } = pilot;
  const count = sessions.length + signIns.length;
  return (
    <Card
      isFlush
      title={<Counted title={t`Sessions`} count={count} />}
      actions={
        count > 0 &&
        userId !== ownId && (
          <Button id="end-sessions" size="sm" onClick={() => setIsEnding(true)}>
            {t`End all`}
          </Button>
        )
      }
    >
      {count === 0 ? (
        <p className="p-4 text-text-2">{t`Signed out everywhere`}</p>
      ) : (
        <ul>
          {sessions.map(({ id, device, lastSeenAt, createdAt }) => (
            <li key={id} className={SESSION_ROW}>
              <Icon name="device" />
              <div className="min-w-0">
                <p className="wrap-anywhere">{device}</p>
                <p className="text-sm text-text-2">
                  <Trans>
                    Seen <RelativeTime at={lastSeenAt} />, since <DateOnly at={createdAt} />
                  </Trans>
                </p>
              </div>
            </li>
          ))}
          {signIns.map(({ applicationId, applicationName, signedInAt }) => (
            <li key={applicationId} className={SESSION_ROW}>
              <Icon name="external" />
              <div className="min-w-0">
                <p className="wrap-anywhere">
                  <bdi>{applicationName}</bdi>
                </p>
                <p className="text-sm text-text-2">
                  <Trans>
                    Signed in with Muster <RelativeTime at={signedInAt} />
                  </Trans>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {isEnding && (
        <EndSessionsDialog userId={userId} name={name} onClose={() => setIsEnding(false)} />
      )}
    </Card>
  );
}

type EndSessionsDialogProps = { userId: string; name: string; onClose: () => void };

function EndSessionsDialog({ userId, name, onClose }: EndSessionsDialogProps) {
  const dialog = useConfirmedChange(endPilotSessionsMutation, userId, {
    done: t`All sessions of ${name} ended`,
    failed: t`Failed to end the sessions`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`End all sessions of ${name}?`}
      description={t`Every browser is signed out now. The pilot can sign in again at EVE.`}
      confirmLabel={t`End sessions`}
      busyLabel={t`Ending...`}
    />
  );
}

export function AccountCard({ pilot }: { pilot: PilotDetail }) {
  const { userId, createdAt, lastSeenAt } = pilot;
  return (
    <Card title={t`Account`}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <dt className="text-text-2">{t`Account id`}</dt>
        <dd>
          <code className="wrap-anywhere">{userId}</code>
        </dd>
        <dt className="text-text-2">{t`Signed up`}</dt>
        <dd>
          <DateOnly at={createdAt} />
        </dd>
        <dt className="text-text-2">{t`Last seen`}</dt>
        <dd>
          <LastTime at={lastSeenAt} />
        </dd>
      </dl>
    </Card>
  );
}
