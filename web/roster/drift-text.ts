import { ph, plural, t } from "#web/language/macros.ts";
import { inSuccession, enumerated } from "#web/lib/sentence.ts";
import { roleName } from "#web/language/eve-names.ts";
import type {
  DriftCause,
  DriftItem,
  DriftPerson,
  RosterDrift,
} from "#shared/corporations/roster.ts";
import { eveTime, formatDate } from "#web/lib/time.ts";
import { nameOf } from "./member-name.tsx";

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
        title: rolesTitle(name, roles, item.cause),
        fact: grantText(item),
        toDo: t`Corporation, Members, Roles: remove ${roles}, or ask ${name} to sign in here. EVE lets you kick a member 24 hours after the last role was removed.`,
      };
    }
    case "kick_waits": {
      const name = nameOf(item.person);
      return {
        title: t`${name} can be kicked from ${ph({ time: eveTime(item.until) })}`,
        fact: kickText(name, item.cause),
        toDo: t`Corporation, Members: kick after that time, or leave it if all is well again.`,
      };
    }
    case "title":
      return {
        title: titleText(item.count, item.title),
        fact: namesText(item.people, item.count),
        toDo: t`Corporation, Titles: remove “${ph({ title: item.title })}”, or ask them to sign in here.`,
      };
    case "access_list":
      return {
        title: listText(item.count, item.name),
        fact: inSuccession([namesText(item.people, item.count), leftText(item), limitText(item)]),
        toDo: removalText(item.count, item.name),
      };
  }
}

function rolesTitle(name: string, roles: string, cause: DriftCause): string {
  switch (cause) {
    case "missing":
      return t`${name} has ${roles} and is not registered`;
    case "lost":
      return t`${name} has ${roles} and has lost the authorization`;
    case "former":
      return t`${name} has ${roles} and no longer belongs to the community`;
  }
}

function kickText(name: string, cause: DriftCause): string {
  switch (cause) {
    case "missing":
      return t`All roles were removed, and ${name} is not registered. Until the kick, EVE lists the member, and Muster ends no membership.`;
    case "lost":
      return t`All roles were removed, and ${name} has lost the authorization. Until the kick, EVE lists the member, and Muster ends no membership.`;
    case "former":
      return t`All roles were removed, and ${name} no longer belongs to the community. Until the kick, EVE lists the member, and Muster ends no membership.`;
  }
}

function titleText(count: number, title: string): string {
  return plural(count, {
    one: `# member without a working account here has the title “${title}”`,
    other: `# members without a working account here have the title “${title}”`,
  });
}

function listText(count: number, list: string): string {
  return plural(count, {
    one: `# former member is still on the access list “${list}”`,
    other: `# former members are still on the access list “${list}”`,
  });
}

function removalText(count: number, list: string): string {
  return plural(count, {
    one: `Structures, Access lists, ${list}: remove the character.`,
    other: `Structures, Access lists, ${list}: remove the # characters.`,
  });
}

function grantText({ granted, lastOnlineAt }: Extract<DriftItem, { kind: "roles" }>): string {
  const since =
    granted === null
      ? t`Given more than a month ago: EVE no longer says by whom.`
      : t`Given on ${ph({ day: formatDate(granted.at) })} by ${ph({ name: nameOf(granted.by) })}.`;
  return lastOnlineAt === null
    ? since
    : inSuccession([since, t`Last in game on ${ph({ day: formatDate(lastOnlineAt) })}.`]);
}

function leftText({ people }: Extract<DriftItem, { kind: "access_list" }>): string {
  const [latest, first] = [people[0], people.at(-1)];
  if (latest === undefined || first === undefined) return "";
  const [from, to] = [formatDate(first.leftAt), formatDate(latest.leftAt)];
  return from === to ? t`Left on ${to}.` : t`Left between ${from} and ${to}.`;
}

function limitText(item: Extract<DriftItem, { kind: "access_list" }>): string {
  if (item.allowsEveryone) {
    return t`The list admits everyone who is not blocked: removing names changes nothing.`;
  }
  return item.isWide
    ? t`The list also admits whole corporations or alliances, and they may be in one now.`
    : "";
}

function namesText(people: readonly DriftPerson[], count: number): string {
  const shown = people.slice(0, MOST_NAMES).map(nameOf);
  const more = count - shown.length;
  return more > 0
    ? t`${ph({ names: enumerated(shown) })} and ${more} more.`
    : t`${ph({ names: inWords(shown) })}.`;
}

/** "A, B and C" */
function inWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : t`${ph({ list: enumerated(parts.slice(0, -1)) })} and ${last}`;
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
