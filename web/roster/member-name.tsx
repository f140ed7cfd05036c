import { Trans, ph } from "#web/language/macros.ts";
import { Link } from "react-router";
import type { RosterMember } from "#shared/corporations/roster.ts";
import { Portrait } from "#web/eve/images.tsx";
import { nameOf } from "./member-text.ts";

/** A character of a roster, with the main of its account. */
export function MemberName({ member, to }: { member: RosterMember; to: string }) {
  const { characterId, registration } = member;
  const name = nameOf(member);
  return (
    <span className="flex min-w-0 items-center gap-3 py-1">
      <Portrait characterId={characterId} size={32} />
      <span className="grid min-w-0">
        <Link to={to} title={name} className="truncate font-medium hover:underline">
          <bdi>{name}</bdi>
        </Link>
        {registration?.main && (
          <span className="truncate text-sm text-text-2">
            <Trans>
              Main <bdi>{ph({ name: registration.main.name })}</bdi>
            </Trans>
          </span>
        )}
      </span>
    </span>
  );
}
