import { OWNERS_CONDITIONS } from "#shared/requirements/owners.ts";
import type { Condition, Quantifier } from "#shared/requirements/tree.ts";
import { isOnCharacter } from "#web/requirements-text/condition-text.ts";

/** A kind of condition, as the picker offers it. */
export type Kind = {
  label: string;
  /** Further words that find it. */
  words: string;
  /** How old the fact may be; null if it is always up to date. */
  age: string | null;
  blank: Condition;
};

const DAYS = 30;

/** By section of the picker. */
const KINDS: Record<Condition["type"], Kind> = {
  corporation: {
    label: "Is in a corporation …",
    words: "corp company",
    age: "read within 24 h",
    blank: { type: "corporation", corporationIds: [] },
  },
  alliance: {
    label: "Is in an alliance …",
    words: "coalition",
    age: "read within 24 h",
    blank: { type: "alliance", allianceIds: [] },
  },
  time_in_corporation: {
    label: "Is in its corporation for at least … days",
    words: "tenure joined time corp",
    age: "read within 7 days",
    blank: { type: "time_in_corporation", days: DAYS },
  },
  character_age: {
    label: "Is at least … days old",
    words: "character age birthday older",
    age: "read within 7 days",
    blank: { type: "character_age", days: DAYS },
  },
  skills: {
    label: "Has trained a list of skills …",
    words: "skill plan fit doctrine",
    age: "read within 7 days",
    blank: { type: "skills", name: "", skills: [] },
  },
  total_sp: {
    label: "Has at least … skill points",
    words: "sp skillpoints total",
    age: "read within 7 days",
    blank: { type: "total_sp", minimum: 0 },
  },
  authorization: {
    label: "Has a valid authorization",
    words: "token healthy esi scopes permissions",
    age: null,
    blank: { type: "authorization", scopes: [] },
  },
  roles: {
    label: "Has one of the in-game roles …",
    words: "director station manager",
    age: "read within 48 h",
    blank: { type: "roles", roles: [] },
  },
  titles: {
    label: "Has one of the in-game titles …",
    words: "title rank",
    age: "read within 48 h",
    blank: { type: "titles", corporationId: 0, titleIds: [] },
  },
  security_status: {
    label: "Has a security status of at least …",
    words: "sec",
    age: "read within 7 days",
    blank: { type: "security_status", minimum: 0 },
  },
  standing: {
    label: "Has a standing of at least …",
    words: "contacts blue standings",
    age: "read within 24 h",
    blank: { type: "standing", minimum: 5, of: "corporation", ownerId: 0 },
  },
  member_of: {
    label: "Is a member of a group …",
    words: "group membership",
    age: null,
    blank: { type: "member_of", groupIds: [] },
  },
  discord_linked: {
    label: "Has linked Discord",
    words: "chat",
    age: null,
    blank: { type: "discord_linked" },
  },
  on_discord_server: {
    label: "Is on the Discord server …",
    words: "guild chat joined",
    age: "read within 48 h",
    blank: { type: "on_discord_server", serverId: "" },
  },
  account_age: {
    label: "Has had an account here for at least … days",
    words: "account age registered",
    age: null,
    blank: { type: "account_age", days: DAYS },
  },
  fact: {
    label: "Has a fact that an application tells …",
    words: "killboard fleets activity external program",
    age: null,
    blank: { type: "fact", factId: "", test: { compare: "is", value: true } },
  },
};

export function ageOf({ type }: Condition): string | null {
  return KINDS[type].age;
}

export type KindSection = { title: string; isLocked: boolean; kinds: Kind[] };

/**
 * The kinds of conditions that match the typed words, in sections. Those that the user may not use come last, and are
 * locked. `isOnCharacter`: for a bracket that is about one character.
 */
export function kindSections(
  typed: string,
  canUseAll: boolean,
  isForCharacter: boolean,
): KindSection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = Object.values(KINDS).filter(
    ({ label, words: more, blank }) =>
      words.every((word) => `${label} ${more}`.toLowerCase().includes(word)) &&
      (isOnCharacter(blank) || !isForCharacter),
  );
  const isUsable = ({ blank }: Kind) => canUseAll || OWNERS_CONDITIONS.has(blank.type);
  const usable = found.filter(isUsable);
  const sections: KindSection[] = [
    {
      title: canUseAll ? "A character" : "Public facts of the main character",
      isLocked: false,
      kinds: usable.filter(({ blank }) => isOnCharacter(blank)),
    },
    {
      title: "The person",
      isLocked: false,
      kinds: usable.filter(({ blank }) => !isOnCharacter(blank)),
    },
    {
      title: "Only for system administrators",
      isLocked: true,
      kinds: found.filter((kind) => !isUsable(kind)),
    },
  ];
  return sections.filter(({ kinds }) => kinds.length > 0);
}

/** Whose fact a new condition is about. Owners may only ask for facts about mains. */
export function defaultWhich(condition: Condition, canUseAll: boolean): Quantifier | null {
  if (!isOnCharacter(condition)) return null;
  if (!canUseAll) return "main";
  return condition.type === "authorization" ? "main" : "any";
}

const QUANTIFIERS: { value: Quantifier; label: string }[] = [
  { value: "any", label: "Any character" },
  { value: "every", label: "Every character" },
  { value: "main", label: "The main character" },
];

/** The choices for whose fact a condition is about. Owners may only ask for facts about mains. */
export function quantifiers(canUseAll: boolean, any = "Any character") {
  return QUANTIFIERS.map(({ value, label }) => ({
    value,
    label: value === "any" ? any : label,
    isDisabled: !canUseAll && value !== "main",
  }));
}

/** Whether a new condition needs no form, because there is nothing left to say. */
export function isCompleteAtOnce({ type }: Condition): boolean {
  return type === "discord_linked";
}
