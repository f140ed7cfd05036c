import { Trans } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { GroupMember } from "#shared/groups/groups.ts";
import { PilotCell } from "#web/eve/pilot-link.tsx";
import { SuspendedChip } from "#web/suspension/suspended-chip.tsx";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { EndChips } from "#web/groups/members/ends/end-chips.tsx";
import { DateOnly } from "#web/ui/time.tsx";

export function MemberName({ member }: { member: GroupMember }) {
  const { mainCharacterId, mainCharacterName, suspension } = member;
  if (mainCharacterId === null)
    return <span className="py-1 text-text-2">{say(UNKNOWN_USER)}</span>;
  return (
    <PilotCell characterId={mainCharacterId} name={mainCharacterName}>
      <SuspendedChip suspension={suspension} />
      <EndChips member={member} />
    </PilotCell>
  );
}

export function Joined({ at }: { at: string }) {
  return (
    <span className="whitespace-nowrap text-text-2">
      <span className="md:hidden">
        <Trans>Joined</Trans>{" "}
      </span>
      <DateOnly at={at} />
    </span>
  );
}
