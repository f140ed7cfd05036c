import type { FoundUser } from "#shared/session.ts";
import { Portrait } from "#web/eve/images.tsx";
import { PilotLink } from "#web/eve/pilot-link.tsx";
import { SuspendedChip } from "#web/eve/suspension/suspended-chip.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

type PersonRowProps = {
  user: FoundUser;
  search: string;
  onSuspend: () => void;
  onLift: () => void;
};

export function PersonRow({ user, search, onSuspend, onLift }: PersonRowProps) {
  const { mainCharacterId, mainCharacterName, matchedAlt, isAdmin, suspension } = user;
  const name = mainCharacterName ?? UNKNOWN_USER;
  const isSelf = useSession().user?.id === user.userId;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
        {mainCharacterId !== null && <Portrait characterId={mainCharacterId} size={40} />}
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <PilotLink characterId={mainCharacterId} name={mainCharacterName} />
            {isAdmin && <Chip icon="shield">Administrator</Chip>}
            <SuspendedChip suspension={suspension} />
          </p>
          {matchedAlt !== null && (
            <p className="text-sm wrap-anywhere text-text-3">
              Alt: <Matched text={matchedAlt} length={search.length} />
            </p>
          )}
          {suspension && (
            <p dir="auto" className="text-sm wrap-anywhere text-text-2">
              {suspension.reason}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {suspension && (
          <Button size="sm" onClick={onLift}>
            Lift suspension
            <VisuallyHidden> of {name}</VisuallyHidden>
          </Button>
        )}
        <Button
          size="sm"
          variant="danger"
          isDisabled={isSelf}
          {...(isSelf && { title: "You cannot suspend yourself" })}
          onClick={onSuspend}
        >
          {suspension ? "Change" : "Suspend"}
          <VisuallyHidden> {suspension ? `the suspension of ${name}` : name}</VisuallyHidden>
        </Button>
      </div>
    </li>
  );
}

/** The beginning of the name is what was searched for. */
function Matched({ text, length }: { text: string; length: number }) {
  return (
    <bdi>
      <mark className="bg-transparent font-semibold text-signal">{text.slice(0, length)}</mark>
      {text.slice(length)}
    </bdi>
  );
}
