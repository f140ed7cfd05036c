import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { Card } from "#web/ui/card.tsx";
import { DateOnly } from "#web/ui/time.tsx";

export function DiscordCard({ discord }: Pick<PilotDetail, "discord">) {
  return (
    <Card title="Discord">
      {discord === null ? (
        <p className="text-text-3">Not linked</p>
      ) : (
        <>
          <p className="font-medium wrap-anywhere">
            <bdi>{discord.name}</bdi>
          </p>
          <p className="text-sm text-text-3">
            Linked <DateOnly at={discord.linkedAt} />
          </p>
          {!discord.isAuthorized && (
            <p className="mt-1 text-sm text-warn">
              Discord revoked access. The player can link again.
            </p>
          )}
        </>
      )}
    </Card>
  );
}
