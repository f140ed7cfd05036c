import type { JoinRequest, RequesterFacts, RequestToReview } from "#shared/groups/requests.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import type { RequestRow, RowToReview } from "./store.ts";

export const NO_FACTS: RequesterFacts = {
  corporationId: null,
  corporationName: null,
  ticker: null,
  allianceId: null,
  allianceName: null,
  totalSp: null,
  birthday: null,
  altCount: null,
};

export function present(row: RequestRow): JoinRequest {
  const { id, groupId, userId, mainCharacterId, mainCharacterName, reason, status, isExtension } =
    row;
  return {
    id,
    groupId,
    userId,
    mainCharacterId,
    mainCharacterName,
    reason,
    suspension: markOf(row),
    status,
    isExtension,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Guests who own a group do not open the sheets of others. */
export function presentToReview(row: RowToReview, { isGuest }: UserActor): RequestToReview {
  const { corporationId, corporationName, ticker, allianceId, allianceName } = row;
  const { totalSp, birthday, altCount } = row;
  return {
    ...present(row),
    inTalks: row.inTalks,
    assignee: row.assigneeId === null ? null : { userId: row.assigneeId, name: row.assigneeName },
    endsAt: row.endsAt?.toISOString() ?? null,
    facts: isGuest
      ? NO_FACTS
      : {
          corporationId,
          corporationName,
          ticker,
          allianceId,
          allianceName,
          totalSp,
          birthday,
          altCount,
        },
  };
}
