import type { PastRole } from "#shared/pilots/past.ts";
import { charactersAt, isLink } from "./characters.ts";
import type {
  Beginnings,
  CharacterThen,
  Moment,
  PilotEvent,
  Present,
  Recorded,
} from "./characters.ts";

type PilotThen = {
  main: Recorded<number | null>;
  characters: CharacterThen[];
  isAdmin: Recorded<boolean>;
  discord: { name: string; linkedAt: number | null } | null;
  isSuspended: boolean;
  /** When another account was merged into this one after the moment: the log does not tell what was whose. */
  mergedAt: number | null;
};

/**
 * What an account had at a moment, but for its memberships (`who/replay.ts`). Pure. `events` are all events of the account, oldest
 * first, also later ones. Nothing is guessed: what the log does not tell is null.
 */
export function pilotAt(
  events: readonly PilotEvent[],
  present: Present,
  beginnings: Beginnings,
  moment: Moment,
): PilotThen {
  const characters = charactersAt(events, present, beginnings, moment);
  const merge = events.find(({ id, kind }) => kind === "accounts_merged" && id >= moment.before);
  return {
    main: merge === undefined ? mainAt(events, present, moment, characters.length > 0) : null,
    characters,
    isAdmin: adminAt(events, beginnings.administrators, moment),
    discord: discordAt(events, present, moment),
    isSuspended: isSuspendedAt(events, moment),
    mergedAt: merge?.at ?? null,
  };
}

/** The main after an event, if it was `main` before; undefined if the event does not change it. */
function mainAfter(
  event: PilotEvent,
  main: Recorded<number | null>,
): Recorded<number | null> | undefined {
  const { kind, characterId, mainCharacterId } = event;
  if (mainCharacterId !== undefined) return { value: mainCharacterId };
  switch (kind) {
    case "account_created":
    case "main_changed":
    case "account_absorbed":
      return { value: characterId };
    // Events from before they told what became of the main.
    case "account_taken_back":
      return null;
    case "character_sold":
      return main === null || main.value === characterId ? null : undefined;
    default:
      // The first character of a locked account becomes its main.
      return isLink(event) && main?.value === null ? { value: characterId } : undefined;
  }
}

function mainAt(
  events: readonly PilotEvent[],
  present: Present,
  { before }: Moment,
  hasCharacters: boolean,
): Recorded<number | null> {
  let main: Recorded<number | null> = null;
  for (const event of events.filter(({ id }) => id < before)) {
    const after = mainAfter(event, main);
    if (after !== undefined) main = after;
  }
  if (main !== null) return main;
  const later = events.filter(({ id }) => id >= before);
  const isChanged = later.some(
    // An account without characters was locked: the next one has become its main.
    (event) => mainAfter(event, null) !== undefined || (!hasCharacters && isLink(event)),
  );
  return isChanged ? null : { value: present.mainCharacterId };
}

function adminAt(
  events: readonly PilotEvent[],
  began: string | null,
  { before }: Moment,
): Recorded<boolean> {
  if (began === null || before <= began) return null;
  const last = events.findLast(
    ({ id, kind }) =>
      id < before && (kind === "administrator_added" || kind === "administrator_removed"),
  );
  return { value: last?.kind === "administrator_added" };
}

function discordAt(
  events: readonly PilotEvent[],
  { discord }: Present,
  { before, instant }: Moment,
): PilotThen["discord"] {
  const changes = events.filter(
    ({ kind }) => kind === "discord_linked" || kind === "discord_unlinked",
  );
  const isUnlinkedSince = changes.some(
    ({ kind, at }) => kind === "discord_unlinked" && at >= (discord?.linkedAt ?? 0),
  );
  if (discord !== null && discord.linkedAt < instant && !isUnlinkedSince) return discord;
  const last = changes.findLast(({ id }) => id < before);
  if (last !== undefined) {
    return last.kind === "discord_linked" ? { name: nameIn(last), linkedAt: last.at } : null;
  }
  const next = changes.find(({ id }) => id >= before);
  return next?.kind === "discord_unlinked" ? { name: nameIn(next), linkedAt: null } : null;
}

const nameIn = ({ discordName }: PilotEvent) => discordName ?? "";

function isSuspendedAt(events: readonly PilotEvent[], { before, instant }: Moment): boolean {
  const last = events.findLast(
    ({ id, kind }) => id < before && (kind === "user_suspended" || kind === "suspension_lifted"),
  );
  if (last?.kind !== "user_suspended") return false;
  return last.until == null || Date.parse(last.until) > instant;
}

/** What Muster has given and taken, oldest first. `id` orders events. */
type RoleEvent = {
  id: string;
  serverId: string | null;
  serverName: string | null;
  added: readonly string[];
  removed: readonly string[];
  at: number;
};

/**
 * The roles on Discord servers that Muster had given and not taken right before the event id `before`. Pure. `unlinked`: ids of the events
 * with which a Discord account was unlinked: the roles of that account are the user's no longer.
 */
export function rolesAt(
  events: readonly RoleEvent[],
  unlinked: readonly string[],
  before: string,
): PastRole[] {
  const lastUnlink =
    unlinked
      .filter((id) => id < before)
      .toSorted()
      .at(-1) ?? "";
  const held = new Map<string, PastRole>();
  for (const { id, serverId, serverName, added, removed, at } of events) {
    if (serverId === null || id >= before || id < lastUnlink) continue;
    for (const name of removed) held.delete(`${serverId} ${name}`);
    for (const roleName of added) {
      const since = new Date(at).toISOString();
      held.set(`${serverId} ${roleName}`, { serverId, serverName, roleName, since });
    }
  }
  return [...held.values()].toSorted(
    (a, b) =>
      (a.serverName ?? "").localeCompare(b.serverName ?? "") ||
      a.roleName.localeCompare(b.roleName),
  );
}
