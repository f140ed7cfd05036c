import { privateSectionSchema, publicSectionSchema } from "#shared/characters.ts";
import type { Section, SectionState, SectionStates } from "#shared/characters.ts";
import type { TokenState } from "#shared/session.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import type { Check, CheckRecord } from "#worker/db/schema/characters.ts";
import { esiSentence } from "#worker/esi/error.ts";
import { scopeOf } from "./section-sources.ts";

const PUBLIC_SECTIONS: readonly Section[] = publicSectionSchema.options;
const SIGN_IN_UNREACHABLE =
  "EVE's sign-in service could not be reached. Try again in a few minutes.";

/** What is known of a character's authorization: `revoked`, without scopes, where there is none. */
export type Authorization = { tokenState: TokenState; scopes: string[] };

/** Who looks: the owner, somebody else, or anybody at a character that nobody holds here. */
export type Viewpoint = "owner" | "other" | "unlinked";

function visibleSections(viewpoint: Viewpoint): readonly Section[] {
  if (viewpoint === "owner") return [...PUBLIC_SECTIONS, ...privateSectionSchema.options];
  if (viewpoint === "other") return PUBLIC_SECTIONS;
  return PUBLIC_SECTIONS.filter((section) => scopeOf(section) === undefined);
}

export function isDue(check: Check | undefined, now: number): boolean {
  return check === undefined || check.dueAt <= now;
}

/** What became of every section that the viewer sees, for the viewer's eyes. */
export function sectionStates(
  record: CheckRecord,
  authorization: Authorization,
  viewpoint: Viewpoint,
  now: number,
): SectionStates {
  const states: SectionStates = {};
  for (const section of visibleSections(viewpoint)) {
    const shown = viewpoint === "owner" ? authorization : undefined;
    states[section] = sectionState(section, record, shown, now);
  }
  return states;
}

function sectionState(
  section: Section,
  record: CheckRecord,
  authorization: Authorization | undefined,
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
    // A stranger does not learn how the character's authorization fares.
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

/** Of the sections that the viewer sees, when the oldest was last answered; null if none ever was. */
export function lastUpdated(record: CheckRecord, viewpoint: Viewpoint): string | null {
  const answered = visibleSections(viewpoint)
    .map((section) => record.checks[section]?.checkedAt)
    .filter((at) => at != null);
  return answered.length === 0 ? null : toIso(Math.min(...answered));
}

/** Scopes of a normal sign-in that an authorization lacks. Where it is gone, it lacks more than scopes. */
export function missingScopes({ tokenState, scopes }: Authorization): string[] {
  if (tokenState === "revoked") return [];
  return CHARACTER_SCOPES.filter((scope) => !scopes.includes(scope));
}

function toIso(ms: number | null | undefined): string | null {
  return ms == null ? null : new Date(ms).toISOString();
}
