import type { Topic } from "#shared/discord/feeds.ts";
import { definitionOf } from "#shared/events/kinds.ts";
import type { KindWith } from "#shared/events/kinds.ts";
import type { EventRow } from "./feed-store.ts";
import { eveTime, plain } from "./message.ts";

/** The topic of the post of an event; undefined if there is none. */
export function topicOf({
  kind,
  detail,
}: Pick<EventRow, "kind" | "detail">): Topic | "always" | undefined {
  const { post } = definitionOf(kind);
  if (post === "edits") return undefined;
  return post === "director_unhealthy" && detail.problem === "token_revoked" ? "token_lost" : post;
}

type PostedKind = Exclude<KindWith<"post">, KindWith<"post", "edits">>;
type Line = (event: EventRow, names: { who: string; by: string }) => string;

const LINES: Record<PostedKind, Line> = {
  request_made: () => "",
  member_joined: ({ actorKind }, { who }) =>
    actorKind === "rule" ? `${who} meets the requirements and is now a member` : `${who} joined`,
  request_approved: (_, { who, by }) => `${who} joined, approved${by}`,
  invitation_accepted: (_, { who }) => `${who} joined by an invitation`,
  code_redeemed: (_, { who }) => `${who} joined with an invite code`,
  member_left: (_, { who }) => `${who} left`,
  member_removed: ({ actorKind, detail }, { who, by }) => {
    if (detail.until != null) return `The membership of ${who} has ended`;
    return actorKind === "rule"
      ? `${who} no longer meets the requirements and was removed`
      : `${who} was removed${by}`;
  },
  emergency_access_taken: (event, { who }) =>
    `${who} has taken emergency access${untilText(event, " until ")}: ${plain(event.detail.reason ?? "")}`,
  approval_undone: (_, { who, by }) => `The approval of ${who} was undone${by}`,
  grace_started: (event, { who }) =>
    `${who} no longer meets the requirements${untilText(event, ". The grace period lasts until ")}`,
  removals_held: ({ detail }) => `${detail.count ?? "Several"} removals wait for a decision`,
  removals_released: (_, { by }) => `Held removals were released${by}`,
  removals_discarded: (_, { by }) => `Held removals were discarded${by}`,
  director_unhealthy: ({ detail, characterName }) =>
    detail.problem === "token_revoked"
      ? `EVE has revoked the authorization of the director ${plain(characterName ?? "")}`
      : `The director ${plain(characterName ?? "")} can no longer read this corporation`,
};
const lines = new Map<string, Line>(Object.entries(LINES));

/** What an event says in a channel: names of the time, and no evidence. */
export function lineOf(event: EventRow): string {
  const who = plain(event.subjectName ?? event.characterName ?? "A pilot");
  const by = event.actorName === null ? "" : ` by ${plain(event.actorName)}`;
  return lines.get(event.kind)?.(event, { who, by }) ?? "";
}

function untilText({ detail: { until } }: EventRow, text: string): string {
  return until == null ? "" : text + eveTime(new Date(until));
}
