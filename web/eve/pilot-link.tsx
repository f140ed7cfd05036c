import { say } from "#web/language/messages.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSession } from "#web/lib/api/session.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { Portrait } from "./images.tsx";

type PilotLinkProps = { characterId: number | null; name: string | null };

/** The name of a pilot as a link to the character; plain text for a user without a main. */
export function PilotLink({ characterId, name }: PilotLinkProps) {
  const { user } = useSession();
  const text = <bdi>{name ?? say(UNKNOWN_USER)}</bdi>;
  // Guests of the community cannot open other pilots.
  if (characterId === null || user?.guest) return <span className="font-medium">{text}</span>;
  return (
    <Link
      to={paths.character(characterId)}
      className="min-w-0 py-0.5 font-medium wrap-anywhere hover:underline"
    >
      {text}
    </Link>
  );
}

type PilotCellProps = { characterId: number; name: string | null; children: ReactNode };

/** A pilot in a table: portrait and name, followed by chips. */
export function PilotCell({ characterId, name, children }: PilotCellProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1">
      <Portrait characterId={characterId} size={32} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <PilotLink characterId={characterId} name={name} />
        {children}
      </span>
    </span>
  );
}
