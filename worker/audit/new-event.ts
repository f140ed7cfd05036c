import type { SQL } from "drizzle-orm";
import type { DetailOf } from "#shared/events/details.ts";
import type {
  AccountEventKind,
  ApplicationEventKind,
  CommunityEventKind,
  CorporationEventKind,
  DiscordEventKind,
  EventKind,
  GroupEventKind,
} from "#shared/events/kinds.ts";

/**
 * A user, or an application by its id and its name, with higher daily limits for a system administrator; `job`: Muster by itself; `rule`: the requirements of a group;
 * `eve`: a change in EVE that Muster has noticed; `deployer`: a command of `npm run`.
 */
export type EventActor =
  | { userId: string; isAdmin?: boolean; application?: string }
  | "job"
  | "rule"
  | "eve"
  | "deployer";

/** What an event of this kind says (`shared/events/details.ts`), or JSON of it that the database makes. */
export type Said<Kind extends EventKind> =
  {} extends DetailOf<Kind> ? { detail?: DetailOf<Kind> | SQL } : { detail: DetailOf<Kind> | SQL };

export type Common<Kind extends EventKind> = { actor: EventActor } & Said<Kind>;

/** `userId` is the user whose account it is; the others must exist for the event to be recorded. */
export type NewEvent<Kind extends EventKind = EventKind> = Common<Kind> &
  (
    | {
        kind: Kind & AccountEventKind;
        userId: string;
        character?: { id: number; ownerHash?: string | SQL | null } | undefined;
      }
    | { kind: Kind & GroupEventKind; groupId: string; subjectId?: string }
    | { kind: Kind & GroupEventKind; categoryId: string }
    | { kind: Kind & CorporationEventKind; corporationId: number; characterId?: number }
    | { kind: Kind & CommunityEventKind; isOfCommunity: true }
    | { kind: Kind & DiscordEventKind; serverId: string; subjectId?: string }
    | { kind: Kind & ApplicationEventKind; applicationId: string; subjectId?: string }
    /** About all applications. */
    | { kind: Kind & "signing_keys_rotated"; isOfKeys: true }
  );
