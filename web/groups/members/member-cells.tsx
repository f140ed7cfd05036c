import { Trans, t } from "#web/language/macros.ts";
import type { GroupMember } from "#shared/groups/groups.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { SuspendedChip } from "#web/suspension/suspended-chip.tsx";
import { DateOnly, EveDay, EveMoment } from "#web/ui/time.tsx";
import { DAY_MS } from "#shared/time.ts";
import { serverNow } from "#web/lib/clock.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { MenuItem } from "#web/ui/menu.tsx";

export function MemberName({ member }: { member: GroupMember }) {
  const { mainCharacterId, mainCharacterName, ticker, suspension } = member;
  return (
    <PilotName characterId={mainCharacterId} name={mainCharacterName} ticker={ticker}>
      <SuspendedChip suspension={suspension} />
      <EndChips member={member} />
    </PilotName>
  );
}

export function JoinedAt({ at }: { at: string }) {
  return (
    <span className="whitespace-nowrap text-text-2">
      <span className="md:hidden">
        <Trans>Joined</Trans>{" "}
      </span>
      <DateOnly at={at} />
    </span>
  );
}

const SOON_MS = 7 * DAY_MS;

/** Until when a membership lasts. */
function EndChips({ member: { endsAt, isEmergency } }: { member: GroupMember }) {
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

export type MemberAction =
  | "makeOwner"
  | "makeAdmin"
  | "removeAdmin"
  | "setEnd"
  | "remove"
  | "suspend"
  | "lift";

type Item = Omit<MenuItem, "onSelect"> & { action: MemberAction };
type Viewer = { isAdministration: boolean; isSelf: boolean };

/** What the viewer may do with a member. Administrators also see what is not possible with the owner. */
export function actionsOn({ can, role, suspension }: GroupMember, viewer: Viewer): Item[] {
  const { isAdministration, isSelf } = viewer;
  const items: (Item | false)[] = [
    can.makeOwner && { action: "makeOwner", label: t`Make Owner`, icon: <Icon name="crown" /> },
    can.makeAdmin && { action: "makeAdmin", label: t`Make Admin`, icon: <Icon name="shield" /> },
    can.removeAdmin && {
      action: "removeAdmin",
      label: t`Remove Admin`,
      icon: <Icon name="shield" />,
    },
    can.setEnd && { action: "setEnd", label: t`Set end`, icon: <Icon name="clock" /> },
    isAdministration &&
      !isSelf &&
      (suspension
        ? { action: "lift", label: t`Lift suspension`, icon: <Icon name="lock" /> }
        : { action: "suspend", label: t`Suspend`, icon: <Icon name="lock" /> }),
    (can.remove || isAdministration) && {
      action: "remove",
      label: t({ context: "member", message: "Remove" }),
      icon: <Icon name="close" />,
      isDangerous: true,
      ...(role === "owner" && { disabledBecause: t`Make another member the owner first` }),
    },
  ];
  return items.filter((item) => item !== false);
}
