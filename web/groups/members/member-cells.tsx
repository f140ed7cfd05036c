import { Link } from "react-router";
import type { GroupMember } from "#shared/groups.ts";
import { Portrait } from "#web/eve/images.tsx";
import { SuspendedChip } from "#web/eve/suspension/suspended-chip.tsx";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { DateOnly } from "#web/ui/time.tsx";

export function MemberName({
  member: { mainCharacterId, mainCharacterName, suspension },
}: {
  member: GroupMember;
}) {
  if (mainCharacterId === null) return <span className="py-1 text-text-2">{UNKNOWN_USER}</span>;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 py-1 font-medium">
      <Portrait characterId={mainCharacterId} size={32} />
      <Link to={paths.character(mainCharacterId)} className="min-w-0 wrap-anywhere hover:underline">
        {mainCharacterName ?? UNKNOWN_USER}
      </Link>
      <SuspendedChip suspension={suspension} />
    </span>
  );
}

export function Joined({ at }: { at: string }) {
  return (
    <span className="whitespace-nowrap text-text-2">
      <span className="md:hidden">Joined </span>
      <DateOnly at={at} />
    </span>
  );
}
