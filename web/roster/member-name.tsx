import { msg, t } from "#web/language/macros.ts";
import type { RosterMember } from "#shared/corporations/roster.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { roleName } from "#web/language/eve-names.ts";
import { say } from "#web/language/messages.ts";

/** A character of a roster, with the main of its account. */
export function RosterMemberName({ member, to }: { member: RosterMember; to: string }) {
  const { characterId, registration } = member;
  return (
    <PilotName
      characterId={characterId}
      name={nameOf(member)}
      to={to}
      main={registration?.main ?? null}
    />
  );
}

const DEPARTURES = {
  left: msg({ context: "a corporation", message: "Left" }),
  kicked: msg`Kicked`,
  unknown: msg`Left or kicked`,
};

export function stateText({ registration, left }: RosterMember): string {
  if (left !== null) return say(DEPARTURES[left.how]);
  if (registration === null) return t`Missing`;
  switch (registration.token) {
    case "revoked":
      return t`Authorization lost`;
    case "none":
      return t`Never authorized`;
    case "unknown":
    case "ok":
      return t`Registered`;
  }
}

/** The CEO first, then the roles with a high risk. */
export function risksOf({ isCeo, roles }: RosterMember): string[] {
  return [...(isCeo ? ["CEO"] : []), ...roles.map(roleName)];
}

export function nameOf({ name, characterId }: Pick<RosterMember, "name" | "characterId">): string {
  return name ?? t`Character ${characterId}`;
}
