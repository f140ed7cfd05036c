import type { RosterMember } from "#shared/corporations/roster.ts";

/** EVE's role without underscores: "Station Manager". */
export function roleName(role: string): string {
  return role.replaceAll("_", " ");
}

const DEPARTURES = { left: "Left", kicked: "Kicked", unknown: "Left or kicked" };

export function stateText({ registration, left }: RosterMember): string {
  if (left !== null) return DEPARTURES[left.how];
  if (registration === null) return "Missing";
  switch (registration.token) {
    case "revoked":
      return "Authorization lost";
    case "none":
      return "Never authorized";
    case "unknown":
    case "ok":
      return "Registered";
  }
}

/** The CEO first, then the roles with a high risk. */
export function risksOf({ isCeo, roles }: RosterMember): string[] {
  return [...(isCeo ? ["CEO"] : []), ...roles.map(roleName)];
}

export function nameOf({ name, characterId }: Pick<RosterMember, "name" | "characterId">): string {
  return name ?? `Character ${characterId}`;
}
