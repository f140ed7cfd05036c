import type { CorporationEventKind } from "#shared/corporation/events.ts";
import type { CorporationEvent, DirectorProblem } from "#shared/corporations.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { changedBack } from "./group-sentence.ts";
import type { Change } from "./group-sentence.ts";

type Names = { who: Piece; corporation: Piece; director: Piece };

const SENTENCES: Record<CorporationEventKind, (names: Names) => Piece[]> = {
  corporation_added: ({ who, corporation }) => [who, " added the corporation ", corporation],
  corporation_updated: ({ who, corporation }) => [who, " changed the corporation ", corporation],
  corporation_removed: ({ who, corporation }) => [who, " removed the corporation ", corporation],
  director_added: ({ who, director }) => [who, " added ", director, " as a director"],
  director_updated: ({ who, director }) => [who, " changed the director ", director],
  director_removed: ({ who, director }) => [who, " removed the director ", director],
  director_healthy: ({ director }) => ["The director ", director, " is healthy again"],
  director_unhealthy: ({ director }) => ["The director ", director, " is unhealthy"],
  roster_viewed: ({ who, corporation }) => [who, " read the members of ", corporation],
};

export function corporationSentence(event: CorporationEvent): Piece[] {
  const { actor, character, corporationName, detail, kind } = event;
  const sentence = SENTENCES[kind]({
    who: { name: actor === null ? "Muster" : (actor.name ?? UNKNOWN_USER) },
    corporation: { name: corporationName },
    director: { name: character?.characterName ?? "a character" },
  });
  return [...sentence, ...changedBack(detail)];
}

const FIELDS: Record<string, string> = {
  director: "Director",
  status: "Status",
  priority: "Priority",
  rosterGroup: "Group that reads the members",
  rosterRoles: "Roles and titles of members",
  discordChannel: "Discord channel",
  discordPosts: "Discord posts",
};

export function corporationChanges({ detail: { changes = {} } }: CorporationEvent): Change[] {
  return Object.entries(changes).map(([field, change]) => ({
    field: FIELDS[field] ?? field,
    ...change,
  }));
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
