import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message, Name } from "#shared/language/messages.ts";
import type { CorporationEvent } from "#shared/events/activity.ts";
import type { DirectorProblem } from "#shared/corporations/corporations.ts";
import type { CorporationEventKind } from "#shared/events/kinds.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { changedBack } from "./group-sentence.ts";

type Names = { who: Name; corporation: Name; director: Name };

/** Each kind with its name in the filter of the log, and its sentence. */
export const CORPORATION_MESSAGES: Record<
  CorporationEventKind,
  readonly [Message, (names: Names) => Message]
> = {
  corporation_added: [
    msg`Corporation added`,
    ({ who, corporation }) => msg`${who} added the corporation ${corporation}`,
  ],
  corporation_updated: [
    msg`Corporation changed`,
    ({ who, corporation }) => msg`${who} changed the corporation ${corporation}`,
  ],
  corporation_removed: [
    msg`Corporation removed`,
    ({ who, corporation }) => msg`${who} removed the corporation ${corporation}`,
  ],
  director_added: [
    msg`Director added`,
    ({ who, director }) => msg`${who} added ${director} as a director`,
  ],
  director_updated: [
    msg`Director changed`,
    ({ who, director }) => msg`${who} changed the director ${director}`,
  ],
  director_removed: [
    msg`Director removed`,
    ({ who, director }) => msg`${who} removed the director ${director}`,
  ],
  director_healthy: [
    msg`Director usable again`,
    ({ director }) => msg`The director ${director} can be used again`,
  ],
  director_unhealthy: [
    msg`Director no longer usable`,
    ({ director }) => msg`The director ${director} can no longer be used`,
  ],
  roster_viewed: [
    msg`Members read`,
    ({ who, corporation }) => msg`${who} read the members of ${corporation}`,
  ],
};

export function corporationSentence(event: CorporationEvent): Piece[] {
  const { actor, character, corporationName, detail, kind } = event;
  const message = CORPORATION_MESSAGES[kind][1]({
    who: { name: actor === null ? "Muster" : (actor.name ?? say(UNKNOWN_USER)) },
    corporation: { name: corporationName },
    director: {
      name:
        character?.characterName ?? t({ context: "instead of its name", message: "a character" }),
    },
  });
  return changedBack(sentence(message), detail);
}

const PROBLEMS: Record<DirectorProblem, Message> = {
  token_revoked: msg`The authorization was revoked.`,
  missing_scope: msg`The authorization lacks a scope.`,
  missing_role: msg`The character lost a role.`,
  not_in_corporation: msg`The character left the corporation.`,
};

export function problemInWords({ detail }: CorporationEvent): string | undefined {
  return detail.problem && say(PROBLEMS[detail.problem]);
}
