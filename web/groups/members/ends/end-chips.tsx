import { Trans, t } from "#web/language/macros.ts";
import type { GroupMember } from "#shared/groups/groups.ts";
import { DAY_MS } from "#shared/time.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import { Chip } from "#web/ui/chip.tsx";
import { EveDay, EveMoment } from "#web/ui/time.tsx";

const SOON_MS = 7 * DAY_MS;

/** Until when a membership lasts. */
export function EndChips({ member: { endsAt, isEmergency } }: { member: GroupMember }) {
  if (isEmergency) {
    return (
      <Chip tone="warn" icon="alert">
        {endsAt === null ? (
          t`Emergency access`
        ) : (
          <Trans>
            Emergency access until <EveMoment at={endsAt} />
          </Trans>
        )}
      </Chip>
    );
  }
  if (endsAt === null) return null;
  const isSoon = Date.parse(endsAt) - serverNow() < SOON_MS;
  return (
    <Chip tone={isSoon ? "warn" : "neutral"} icon="clock">
      <Trans>
        Until <EveDay at={endsAt} />
      </Trans>
    </Chip>
  );
}
