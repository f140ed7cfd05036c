import { msg, t } from "#web/language/macros.ts";
import { sayInEnglish, say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { OWNERS_CONDITIONS } from "#shared/requirements/owners.ts";
import type {
  CharacterCondition,
  Condition,
  Quantifier,
  UserCondition,
} from "#shared/requirements/tree.ts";
import { hasWords } from "#web/lib/found-words.ts";
import { isOnCharacter } from "#web/requirements-text/condition-text.ts";

/** A kind of condition, as the picker offers it. */
export type Kind = {
  label: Message;
  /** Further words that find it. */
  words: Message;
  /** How old the fact may be; null if it is always up to date. */
  age: Message | null;
  blank: Condition;
};

/** The subject of a condition on characters is chosen. */
type UserKind = Kind & { subject: Message };
type Kinds = Record<CharacterCondition["type"], Kind> & Record<UserCondition["type"], UserKind>;

const DAYS = 30;
const PERSON = msg({ context: "whom a condition is about", message: "The person" });

/** By section of the picker. */
const KINDS: Kinds = {
  corporation: {
    label: msg`Is in a corporation ...`,
    words: msg`corp company`,
    age: msg`read within 24 h`,
    blank: { type: "corporation", corporationIds: [] },
  },
  alliance: {
    label: msg`Is in an alliance ...`,
    words: msg`coalition`,
    age: msg`read within 24 h`,
    blank: { type: "alliance", allianceIds: [] },
  },
  time_in_corporation: {
    label: msg`Is in its corporation for at least ... days`,
    words: msg`tenure joined time corp`,
    age: msg`read within 7 days`,
    blank: { type: "time_in_corporation", days: DAYS },
  },
  character_age: {
    label: msg`Is at least ... days old`,
    words: msg`character age birthday older`,
    age: msg`read within 7 days`,
    blank: { type: "character_age", days: DAYS },
  },
  skills: {
    label: msg`Has trained a list of skills ...`,
    words: msg`skill plan fit doctrine`,
    age: msg`read within 7 days`,
    blank: { type: "skills", name: "", skills: [] },
  },
  total_sp: {
    label: msg`Has at least ... skill points`,
    words: msg`sp skillpoints total`,
    age: msg`read within 7 days`,
    blank: { type: "total_sp", minimum: 0 },
  },
  authorization: {
    label: msg`Has a valid authorization`,
    words: msg`token healthy esi scopes permissions`,
    age: null,
    blank: { type: "authorization", scopes: [] },
  },
  roles: {
    label: msg`Has one of the in-game roles ...`,
    words: msg`director station manager`,
    age: msg`read within 48 h`,
    blank: { type: "roles", roles: [] },
  },
  titles: {
    label: msg`Has one of the in-game titles ...`,
    words: msg`title rank`,
    age: msg`read within 48 h`,
    blank: { type: "titles", corporationId: 0, titleIds: [] },
  },
  security_status: {
    label: msg`Has a security status of at least ...`,
    words: msg`sec`,
    age: msg`read within 7 days`,
    blank: { type: "security_status", minimum: 0 },
  },
  standing: {
    label: msg`Has a standing of at least ...`,
    words: msg`contacts blue standings`,
    age: msg`read within 24 h`,
    blank: { type: "standing", minimum: 5, of: "corporation", ownerId: 0 },
  },
  member_of: {
    label: msg`Is a member of a group ...`,
    subject: PERSON,
    words: msg`group membership`,
    age: null,
    blank: { type: "member_of", groupIds: [] },
  },
  discord_linked: {
    label: msg`Has linked Discord`,
    subject: PERSON,
    words: msg`chat`,
    age: null,
    blank: { type: "discord_linked" },
  },
  on_discord_server: {
    label: msg`Is on the Discord server ...`,
    subject: PERSON,
    words: msg`guild chat joined`,
    age: msg`read within 48 h`,
    blank: { type: "on_discord_server", serverId: "" },
  },
  account_age: {
    label: msg`Has had an account here for at least ... days`,
    subject: msg({ context: "whom a condition is about", message: "The account" }),
    words: msg`account age registered`,
    age: null,
    blank: { type: "account_age", days: DAYS },
  },
  fact: {
    label: msg`Has a fact that an application sends ...`,
    subject: PERSON,
    words: msg`killboard fleets activity external program`,
    age: null,
    blank: { type: "fact", factId: "", test: { compare: "is", value: true } },
  },
  took_part: {
    label: msg`Took part in at least ... operations`,
    subject: PERSON,
    words: msg`participation fleets activity fat pap`,
    age: null,
    blank: { type: "took_part", count: 3, groupIds: [], kinds: [], days: DAYS },
  },
  cleared: {
    label: msg`Is not on the watchlist`,
    subject: PERSON,
    words: msg`blacklist banned refused`,
    age: null,
    blank: { type: "cleared" },
  },
};

export function ageTextOf({ type }: Condition): Message | null {
  return KINDS[type].age;
}

export function subjectOf({ type }: UserCondition): Message {
  return KINDS[type].subject;
}

type KindSection = { title: string; isLocked: boolean; kinds: Kind[] };

/** What a kind is found by. */
const wordsFor = (...texts: Message[]): string =>
  texts.flatMap((text) => [say(text), sayInEnglish(text)]).join(" ");

/**
 * The kinds of conditions that match the typed words, in sections. Those that the user may not use come last, and are
 * locked. `isForCharacter`: for a bracket that is about one character.
 */
export function kindSections(
  typed: string,
  canUseAll: boolean,
  isForCharacter: boolean,
): KindSection[] {
  const found = Object.values(KINDS).filter(
    ({ label, words: more, blank }) =>
      (canUseAll || blank.type !== "cleared") &&
      hasWords(wordsFor(label, more), typed) &&
      (isOnCharacter(blank) || !isForCharacter),
  );
  const isUsable = ({ blank }: Kind) => canUseAll || OWNERS_CONDITIONS.has(blank.type);
  const usable = found.filter(isUsable);
  const sections: KindSection[] = [
    {
      title: canUseAll ? t`A character` : t`Public facts of the main character`,
      isLocked: false,
      kinds: usable.filter(({ blank }) => isOnCharacter(blank)),
    },
    {
      title: t({ context: "heading", message: "The person" }),
      isLocked: false,
      kinds: usable.filter(({ blank }) => !isOnCharacter(blank)),
    },
    {
      title: t`Only for system administrators`,
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

/** Whom a condition is about. Where a language has a word that marks the subject, it stands in these. */
const QUANTIFIERS: { value: Quantifier; label: Message }[] = [
  { value: "any", label: msg({ context: "whom a condition is about", message: "Any character" }) },
  {
    value: "every",
    label: msg({ context: "whom a condition is about", message: "Every character" }),
  },
  {
    value: "main",
    label: msg({ context: "whom a condition is about", message: "The main character" }),
  },
];

/** The choices for whose fact a condition is about. Owners may only ask for facts about mains. */
export function quantifiers(canUseAll: boolean, any?: string) {
  return QUANTIFIERS.map(({ value, label }) => ({
    value,
    label: value === "any" && any !== undefined ? any : say(label),
    isDisabled: !canUseAll && value !== "main",
  }));
}

/** Whether a condition needs no form, because it has nothing besides its type. */
export function isCompleteAtOnce(condition: Condition): boolean {
  return Object.keys(condition).length === 1;
}
