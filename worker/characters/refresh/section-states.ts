import { english } from "#shared/english.ts";
import { privateSectionSchema, publicSectionSchema } from "#shared/characters.ts";
import type { Section, SectionState, SectionStates } from "#shared/characters.ts";
import type { TokenState } from "#shared/account/character.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import type { SectionCheck, CheckRecord } from "#worker/db/schema/characters.ts";
import { esiSentence } from "#worker/esi/error.ts";
import { scopeOf } from "./section-sources.ts";
import { rounded } from "#worker/ground/precision.ts";

const PUBLIC_SECTIONS: readonly Section[] = publicSectionSchema.options;
const SIGN_IN_UNREACHABLE = english`EVE's sign-in service could not be reached. Try again in a few minutes.`;

/** A character's authorization: `revoked` and without scopes if there is none. */
export type GrantState = { tokenState: TokenState; scopes: string[] };

/** The owner, another user, or any user looking at a character that is not linked to an account. */
export type Viewpoint = "owner" | "other" | "unlinked";

function visibleSections(viewpoint: Viewpoint): readonly Section[] {
  if (viewpoint === "owner") return [...PUBLIC_SECTIONS, ...privateSectionSchema.options];
  if (viewpoint === "other") return PUBLIC_SECTIONS;
  return PUBLIC_SECTIONS.filter((section) => scopeOf(section) === undefined);
}

export function isDue(check: Pick<SectionCheck, "dueAt"> | undefined, now: number): boolean {
  return check === undefined || check.dueAt <= now;
}

type ShownCheck = Omit<SectionCheck, "checkedAt"> & { checkedAt: number | null };
type ShownRecord = Pick<CheckRecord, "assetScan"> & {
  checks: Partial<Record<keyof CheckRecord["checks"], ShownCheck>>;
};

/** The minute of a read discloses when the player is online, so only the owner gets it. Others get the hour. */
function shownRecord(record: CheckRecord, viewpoint: Viewpoint): ShownRecord {
  if (viewpoint === "owner") return record;
  const checks: ShownRecord["checks"] = {};
  for (const section of visibleSections(viewpoint)) {
    const check = record.checks[section];
    if (check === undefined) continue;
    const { checkedAt, dueAt } = check;
    checks[section] = {
      ...check,
      checkedAt: checkedAt === null ? null : rounded("sheetRead", "user", checkedAt),
      dueAt: rounded("sheetRead", "user", dueAt),
    };
  }
  return { checks };
}

/** The state of every section that the viewer may see. */
export function sectionStates(
  stored: CheckRecord,
  authorization: GrantState,
  viewpoint: Viewpoint,
  now: number,
): SectionStates {
  const record = shownRecord(stored, viewpoint);
  const states: SectionStates = {};
  for (const section of visibleSections(viewpoint)) {
    const shown = viewpoint === "owner" ? authorization : undefined;
    states[section] = sectionState(section, record, shown, now);
  }
  return states;
}

function sectionState(
  section: Section,
  record: ShownRecord,
  authorization: GrantState | undefined,
  now: number,
): SectionState {
  const check = record.checks[section];
  const scan = section === "assets" ? record.assetScan : undefined;
  const common = {
    updatedAt: toIso(check?.checkedAt),
    nextRefreshAt: toIso(check?.dueAt),
    progress: null,
  };
  const isOpen = isDue(check, now);
  const scope = scopeOf(section);
  if (scope !== undefined) {
    // Only the owner learns the state of the authorization.
    if (authorization === undefined) {
      return { ...common, state: isOpen ? "due" : "fresh", error: null };
    }
    if (authorization.tokenState === "revoked") {
      return { ...common, state: "failed", error: esiSentence("token_revoked") };
    }
    if (!authorization.scopes.includes(scope)) {
      return { ...common, state: "missing_scope", error: esiSentence("missing_scope") };
    }
    if (authorization.tokenState === "unknown" && isOpen) {
      return { ...common, state: "failed", error: SIGN_IN_UNREACHABLE };
    }
  }
  if (check?.failure != null) {
    return { ...common, state: "failed", error: esiSentence(check.failure) };
  }
  if (scan !== undefined) {
    const progress = { done: scan.nextPage - 1, total: scan.pages };
    return { ...common, state: "in_progress", error: null, progress };
  }
  return { ...common, state: isOpen ? "due" : "fresh", error: null };
}

/** The last time at which one of the visible sections was fetched; null if none was. */
export function lastUpdated(stored: CheckRecord, viewpoint: Viewpoint): string | null {
  const record = shownRecord(stored, viewpoint);
  const answered = visibleSections(viewpoint)
    .map((section) => record.checks[section]?.checkedAt)
    .filter((at) => at != null);
  return answered.length === 0 ? null : toIso(Math.max(...answered));
}

/** Scopes of a normal sign-in that a valid authorization lacks. */
export function missingScopes({ tokenState, scopes }: GrantState): string[] {
  if (tokenState === "revoked") return [];
  return CHARACTER_SCOPES.filter((scope) => !scopes.includes(scope));
}

function toIso(ms: number | null | undefined): string | null {
  return ms == null ? null : new Date(ms).toISOString();
}
