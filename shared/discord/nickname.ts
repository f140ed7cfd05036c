// Without zod: the editor of the template renders with these.

/** Discord counts Unicode code points. */
export const NICKNAME_MAX_LENGTH = 32;
export const TEMPLATE_MAX_LENGTH = 100;

export const PLACEHOLDERS = ["main", "ticker", "alliance", "group"] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** What a template is filled with. Null: the pilot has none, or it is not known. */
export type NicknameFacts = Record<Placeholder, string | null>;

export type NicknameRule = {
  template: string;
  /** Keep what players write after "|" themselves. */
  keepsOwnPart: boolean;
};

const OWN_PART = "|";
/** Brackets that are left empty because there is nothing to put into them. */
const EMPTY_BRACKETS = /\[\s*\]|\(\s*\)|<\s*>|\{\s*\}/gu;

/** The nickname of a pilot who has `current` now; at most 32 code points. Rendering its own result changes nothing. */
export function nicknameOf(
  rule: NicknameRule,
  facts: NicknameFacts,
  current: string | null,
): string {
  const base = cut(fill(rule.template, facts));
  const own = rule.keepsOwnPart ? ownPartOf(current) : "";
  return own === "" ? base : cut(`${base} ${OWN_PART} ${own}`);
}

/** The filled template before it is cut to Discord's limit. */
export function fill(template: string, facts: NicknameFacts): string {
  return template
    .replaceAll(/\{(main|ticker|alliance|group)\}/g, (_, name: Placeholder) =>
      (facts[name] ?? "").replaceAll(OWN_PART, "/"),
    )
    .replaceAll(EMPTY_BRACKETS, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

export function lengthOf(nickname: string): number {
  return Array.from(nickname).length;
}

function ownPartOf(current: string | null): string {
  const at = current?.indexOf(OWN_PART) ?? -1;
  return at < 0 || current === null ? "" : current.slice(at + 1).trim();
}

/** Cuts between code points, and leaves no separator at the end. */
function cut(text: string): string {
  return Array.from(text)
    .slice(0, NICKNAME_MAX_LENGTH)
    .join("")
    .replace(/[\s|]+$/u, "");
}
