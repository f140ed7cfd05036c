import { Trans, t } from "#web/language/macros.ts";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { RoleList } from "#web/memberships/role-list.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateOnly } from "#web/ui/time.tsx";

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
