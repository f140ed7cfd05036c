import type { Decision } from "#shared/overview.ts";
import type { presentWithoutDirector } from "#worker/corporations/status/corporation-status.ts";
import type { CorporationRow, HeldRow, RequestsRow, ReviewRow, ServerRow } from "./store.ts";

type Found = {
  withoutDirector: ReturnType<typeof presentWithoutDirector>;
  servers: ServerRow[];
  held: HeldRow[];
  requests: RequestsRow | undefined;
  reviews: ReviewRow[];
  /** Active ones. */
  corporations: CorporationRow[];
  canUseDiscord: boolean;
  administrators: number;
};

/** Discord repairs these by itself. */
const PASSING = new Set(["limited", "unavailable"]);

/** The worst first: what does not work, what is held, what waits, what ends, and what a set-up lacks. */
export function decisionsOf(found: Found): Decision[] {
  const { servers, requests, corporations } = found;
  return [
    ...found.withoutDirector.map((one) => ({ kind: "no_usable_director" as const, ...one })),
    ...servers.flatMap(({ id, name, isOn, halt }): Decision[] =>
      !isOn || halt === null || PASSING.has(halt)
        ? []
        : [{ kind: "server_halted", serverId: id, name, halt }],
    ),
    ...found.held.map((hold): Decision => ({
      kind: "removals_held",
      heldId: hold.id,
      name: hold.groupName,
      count: hold.removalCount,
      of: hold.memberCount,
      since: hold.createdAt.toISOString(),
    })),
    ...servers.flatMap(({ id, name, removals, removalCount, removalsAt }): Decision[] =>
      removals === "held"
        ? [
            {
              kind: "roles_held",
              serverId: id,
              name,
              count: removalCount,
              since: removalsAt?.toISOString() ?? null,
            },
          ]
        : [],
    ),
    ...(requests === undefined
      ? []
      : [
          {
            kind: "requests_wait" as const,
            count: requests.count,
            groupId: requests.groupId,
            name: requests.groupName,
            oldest: requests.createdAt.toISOString(),
          },
        ]),
    ...found.reviews.map((review): Decision => ({
      kind: "review_ends",
      groupId: review.groupId ?? "",
      name: review.groupName,
      ends: review.dueAt.toISOString(),
      decided: review.decided,
      // Without the owner.
      of: Math.max(review.decided, review.memberCount - 1),
    })),
    ...(corporations.length === 0 ? [{ kind: "no_corporation" as const }] : []),
    ...corporations.flatMap(({ corporationId, name, directorCount }): Decision[] =>
      directorCount === 1 ? [{ kind: "one_director", corporationId, name }] : [],
    ),
    ...(found.canUseDiscord && servers.length === 0 ? [{ kind: "no_server" as const }] : []),
    ...(found.administrators === 1 ? [{ kind: "one_administrator" as const }] : []),
  ];
}
