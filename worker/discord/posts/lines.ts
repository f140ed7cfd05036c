import type { Topic } from "#shared/discord/feeds.ts";
import type { EventRow } from "./feed-store.ts";
import { eveTime, plain } from "./message.ts";

/** Each kind of event that is posted, by what people switch on. The other kinds edit messages that were posted. */
export function topicOf({
  kind,
  detail,
}: Pick<EventRow, "kind" | "detail">): Topic | "always" | undefined {
  switch (kind) {
    case "request_made":
      return "requests";
    case "member_joined":
    case "request_approved":
    case "invitation_accepted":
    case "code_redeemed":
      return "joined";
    case "member_left":
    case "member_removed":
    case "approval_undone":
      return "left";
    case "grace_started":
      return "grace";
    case "removals_held":
    case "removals_released":
    case "removals_discarded":
      return "held";
    // Members and leaders always learn of these.
    case "emergency_access_taken":
      return "always";
    case "director_unhealthy":
      return detail.problem === "token_revoked" ? "token_lost" : "director_unhealthy";
    default:
      return undefined;
  }
}

/** What an event says in a channel: names of the time, and no evidence. */
export function lineOf(event: EventRow): string {
  const who = plain(event.subjectName ?? event.characterName ?? "A pilot");
  const by = event.actorName === null ? "" : ` by ${plain(event.actorName)}`;
  const isByRule = event.actorKind === "rule";
  switch (event.kind) {
    case "member_joined":
      return isByRule ? `${who} meets the requirements and is now a member` : `${who} joined`;
    case "request_approved":
      return `${who} joined, approved${by}`;
    case "invitation_accepted":
      return `${who} joined by an invitation`;
    case "code_redeemed":
      return `${who} joined with an invite code`;
    case "member_left":
      return `${who} left`;
    case "member_removed":
      if (event.detail.until != null) return `The membership of ${who} has ended`;
      return isByRule
        ? `${who} no longer meets the requirements and was removed`
        : `${who} was removed${by}`;
    case "emergency_access_taken":
      return `${who} has taken emergency access${untilText(event, " until ")}: ${plain(event.detail.reason ?? "")}`;
    case "approval_undone":
      return `The approval of ${who} was undone${by}`;
    case "grace_started":
      return `${who} no longer meets the requirements${untilOf(event)}`;
    case "removals_held":
      return `${event.detail.count ?? "Several"} removals wait for a decision`;
    case "removals_released":
      return `Held removals were released${by}`;
    case "removals_discarded":
      return `Held removals were discarded${by}`;
    case "director_unhealthy":
      return event.detail.problem === "token_revoked"
        ? `EVE has revoked the authorization of the director ${plain(event.characterName ?? "")}`
        : `The director ${plain(event.characterName ?? "")} can no longer read this corporation`;
    default:
      return "";
  }
}

function untilOf(event: EventRow): string {
  return untilText(event, ". The grace period lasts until ");
}

function untilText({ detail: { until } }: EventRow, text: string): string {
  return until == null ? "" : text + eveTime(new Date(until));
}
