import type { CorporationEvent } from "#shared/events/activity.ts";
import type { DirectorProblem } from "#shared/corporations/corporations.ts";
import type { CorporationEventKind } from "#shared/events/kinds.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { changesIn } from "./changes.ts";
import type { Change } from "./changes.ts";
import { changedBack } from "./group-sentence.ts";

type Names = { who: Piece; corporation: Piece; director: Piece };

/** Each kind with its name in the filter of the log, and its sentence. */
export const CORPORATION_MESSAGES: Record<
  CorporationEventKind,
  readonly [string, (names: Names) => Piece[]]
> = {
  corporation_added: [
    "Corporation added",
    ({ who, corporation }) => [who, " added the corporation ", corporation],
  ],
  corporation_updated: [
    "Corporation changed",
    ({ who, corporation }) => [who, " changed the corporation ", corporation],
  ],
  corporation_removed: [
    "Corporation removed",
    ({ who, corporation }) => [who, " removed the corporation ", corporation],
  ],
  director_added: [
    "Director added",
    ({ who, director }) => [who, " added ", director, " as a director"],
  ],
  director_updated: [
    "Director changed",
    ({ who, director }) => [who, " changed the director ", director],
  ],
  director_removed: [
    "Director removed",
    ({ who, director }) => [who, " removed the director ", director],
  ],
  director_healthy: [
    "Director healthy",
    ({ director }) => ["The director ", director, " is healthy again"],
  ],
  director_unhealthy: [
    "Director unhealthy",
    ({ director }) => ["The director ", director, " is unhealthy"],
  ],
  roster_viewed: [
    "Members read",
    ({ who, corporation }) => [who, " read the members of ", corporation],
  ],
};

export function corporationSentence(event: CorporationEvent): Piece[] {
  const { actor, character, corporationName, detail, kind } = event;
  const sentence = CORPORATION_MESSAGES[kind][1]({
    who: { name: actor === null ? "Muster" : (actor.name ?? UNKNOWN_USER) },
    corporation: { name: corporationName },
    director: { name: character?.characterName ?? "a character" },
  });
  return [...sentence, ...changedBack(detail)];
}

export function corporationChanges({ detail: { changes } }: CorporationEvent): Change[] {
  return changesIn(changes);
}

const PROBLEMS: Record<DirectorProblem, string> = {
  token_revoked: "The authorization was revoked.",
  missing_scope: "The authorization lacks a scope.",
  missing_role: "The character lost a role.",
  not_in_corporation: "The character left the corporation.",
};

export function problemOf({ detail }: CorporationEvent): string | undefined {
  return detail.problem && PROBLEMS[detail.problem];
}
