import type { OpenReview, ReviewedMember, ReviewResult } from "#shared/groups/reviews.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { rounded } from "#worker/ground/precision.ts";
import type { ReviewedRow } from "./evidence-store.ts";
import type { OpenReviewRow, ResultRow } from "./store.ts";

/** An open review with its numbers. */
export function presentOpen({
  id,
  silence,
  openedAt,
  dueAt,
  ...review
}: OpenReviewRow): Omit<OpenReview, "heldAbove"> {
  const { kept, removed, undecided } = review;
  return {
    id,
    openedAt: openedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    silence,
    total: kept + removed + undecided,
    kept,
    removed,
  };
}

export function presentMember(row: ReviewedRow, { isAdmin }: UserActor): ReviewedMember {
  const { userId, mainCharacterId, mainCharacterName, role, joinedAt, byId, byName } = row;
  const by = byId === null || byName === null ? null : { userId: byId, name: byName };
  const viewer = isAdmin ? "administrator" : "owner";
  const seen = Math.max(row.seenAt?.getTime() ?? 0, row.onlineAt ?? 0);
  return {
    userId,
    mainCharacterId,
    mainCharacterName,
    role,
    joinedAt: joinedAt.toISOString(),
    wayIn: row.wayIn === null ? null : { kind: row.wayIn, by },
    lastSeenAt: seen === 0 ? null : toIso(rounded("lastSeen", viewer, seen)),
    authorization: row.hasLost === 1 ? "some_lost" : row.hasUnknown === 1 ? "unknown" : "valid",
    characters: isAdmin
      ? {
          count: row.characterCount ?? 0,
          lost: { count: row.lostCount ?? 0, since: toIso(row.lostSince) },
          unknown: { count: row.unknownCount ?? 0, since: toIso(row.unknownSince) },
        }
      : null,
    corporation:
      row.observedAt === null
        ? null
        : {
            name: row.corporationName,
            ticker: row.ticker,
            since:
              row.corporationSince === null ? null : new Date(row.corporationSince).toISOString(),
            observedAt: new Date(
              rounded("evidenceRead", viewer, row.observedAt.getTime()),
            ).toISOString(),
          },
    problem:
      row.outcome === null
        ? null
        : { outcome: row.outcome, graceEndsAt: row.graceEndsAt?.toISOString() ?? null },
    keptAt: toIso(row.keptAt),
    verdict: row.verdict,
  };
}

export function presentResult(row: ResultRow): ReviewResult {
  const { finishedAt: _, ...result } = row;
  return { ...result, decidedAt: row.decidedAt.toISOString() };
}

function toIso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
