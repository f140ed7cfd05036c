/** Days for which former members are kept, and can be on an access list. */
export const FORMER_MEMBER_DAYS = 90;
/** In-game roles hold a kick back so long after they are taken. */
export const ROLES_HOLD_HOURS = 24;
/** How many people of a title or an access list are named; the others are counted. */
export const DRIFT_PEOPLE = 50;

/** `name` is null until EVE has named the character. */
export type DriftPerson = { characterId: number; name: string | null };

/**
 * Why roles are in the wrong hands. `missing`: linked to no account. `lost`: the token is lost. `former`: the account no longer
 * belongs to the community.
 */
export type DriftCause = "missing" | "lost" | "former";

/** What members and former members still have in game. */
export type DriftItem =
  | {
      kind: "roles";
      person: DriftPerson;
      cause: DriftCause;
      /** Only roles of `HIGH_RISK_ROLES`. */
      roles: string[];
      lastOnlineAt: string | null;
      /** The change that gave one of the roles last. EVE keeps changes for a month; null: it was earlier. */
      granted: { by: DriftPerson; at: string } | null;
    }
  /** All roles were taken within the last day: until then, the member cannot be kicked. */
  | { kind: "kick_waits"; person: DriftPerson; cause: DriftCause; until: string }
  | { kind: "title"; titleId: number; title: string; count: number; people: DriftPerson[] }
  | {
      kind: "access_list";
      listId: number;
      name: string;
      count: number;
      /** The latest departure first. */
      people: (DriftPerson & { leftAt: string })[];
      allowsEveryone: boolean;
      /** It lets corporations or alliances in, in which they may be now. */
      isWide: boolean;
    };

/** `GET /rosters/:id/drift`. A date is null if that was never read. */
export type RosterDrift = {
  items: DriftItem[];
  rolesReadAt: string | null;
  titlesReadAt: string | null;
  listsReadAt: string | null;
};
