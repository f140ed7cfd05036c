import type {
  DriftCause,
  DriftItem,
  DriftPerson,
  RosterDrift,
} from "#shared/corporations/drift.ts";
import { formatCount } from "#web/lib/format.ts";
import { eveTime, formatDate } from "#web/lib/time/time.ts";
import { nameOf, roleName } from "./member-text.ts";

const CAUSES: Record<DriftCause, string> = {
  missing: "is not registered",
  lost: "has lost the authorization",
  former: "no longer belongs to the community",
};

/** The names that fit into a line, and how many more there are. */
const MOST_NAMES = 8;

export type DriftText = { title: string; fact: string; toDo: string };

/** What is wrong, what EVE says about it, and the path in game. */
export function driftText(item: DriftItem): DriftText {
  switch (item.kind) {
    case "roles": {
      const name = nameOf(item.person);
      const roles = inWords(item.roles.map(roleName));
      return {
        title: `${name} has ${roles} and ${CAUSES[item.cause]}`,
        fact: grantText(item),
        toDo: `Corporation, Members, Roles: take ${roles}, or ask ${name} to sign in here. EVE lets you kick a member 24 hours after the last role is taken.`,
      };
    }
    case "kick_waits": {
      const name = nameOf(item.person);
      return {
        title: `${name} can be kicked from ${eveTime(item.until)}`,
        fact: `All roles were taken, and ${name} ${CAUSES[item.cause]}. Until the kick, EVE lists the member, and Muster ends nothing.`,
        toDo: "Corporation, Members: kick after that time, or leave it if all is well again.",
      };
    }
    case "title":
      return {
        title: `${formatCount(item.count, "member")} without a working account here ${item.count === 1 ? "has" : "have"} the title “${item.title}”`,
        fact: namesText(item.people, item.count),
        toDo: `Corporation, Titles: take “${item.title}”, or ask them to sign in here.`,
      };
    case "access_list":
      return {
        title: `${formatCount(item.count, "former member")} ${item.count === 1 ? "is" : "are"} still on the access list “${item.name}”`,
        fact: `${namesText(item.people, item.count)}${leftText(item)} ${limitText(item)}`.trimEnd(),
        toDo: `Structures, Access lists, ${item.name}: remove ${item.count === 1 ? "the character" : `the ${item.count} characters`}.`,
      };
  }
}

function grantText({ granted, lastOnlineAt }: Extract<DriftItem, { kind: "roles" }>): string {
  const since =
    granted === null
      ? "Given more than a month ago: EVE no longer says by whom."
      : `Given on ${formatDate(granted.at)} by ${nameOf(granted.by)}.`;
  return lastOnlineAt === null ? since : `${since} Last in game on ${formatDate(lastOnlineAt)}.`;
}

function leftText({ people }: Extract<DriftItem, { kind: "access_list" }>): string {
  const [latest, first] = [people[0], people.at(-1)];
  if (latest === undefined || first === undefined) return "";
  const [from, to] = [formatDate(first.leftAt), formatDate(latest.leftAt)];
  return from === to ? ` Left on ${to}.` : ` Left between ${from} and ${to}.`;
}

function limitText(item: Extract<DriftItem, { kind: "access_list" }>): string {
  if (item.allowsEveryone) {
    return "The list lets everyone in who is not blocked: removing names changes nothing.";
  }
  return item.isWide
    ? "The list also lets whole corporations or alliances in, in which they may be now."
    : "";
}

function namesText(people: readonly DriftPerson[], count: number): string {
  const shown = people.slice(0, MOST_NAMES).map(nameOf);
  const more = count - shown.length;
  return `${more > 0 ? `${shown.join(", ")} and ${more} more` : inWords(shown)}.`;
}

function inWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

/** What an item is about, for as long as it is the same. */
export function driftKey(item: DriftItem): string {
  switch (item.kind) {
    case "roles":
    case "kick_waits":
      return `${item.kind}:${item.person.characterId}`;
    case "title":
      return `title:${item.titleId}`;
    case "access_list":
      return `list:${item.listId}`;
  }
}

/** When EVE was last asked for what an item says. */
export function readingOf(item: DriftItem, drift: RosterDrift): string | null {
  switch (item.kind) {
    case "roles":
    case "kick_waits":
      return drift.rolesReadAt;
    case "title":
      return drift.titlesReadAt;
    case "access_list":
      return drift.listsReadAt;
  }
}
