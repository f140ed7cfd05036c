import type { Enrolment } from "#shared/requirements/rule.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { StaysBecause } from "#shared/pilots/undo.ts";
import type { Wish } from "./inverse.ts";

/** What decides whether something can be restored. Users without a main are missing in `users`. */
export type Circumstances = {
  groups: ReadonlyMap<string, { enrolment: Enrolment | null }>;
  users: ReadonlyMap<string, { isSuspended: boolean }>;
  outcomeOf: (groupId: string, userId: string) => Outcome;
  /** The user does not accept invitations of the group. */
  isBlocked: (groupId: string, userId: string) => boolean;
  /** The removal waits for a decision. */
  isHeld: (groupId: string, userId: string) => boolean;
  /** How many categories have this name. */
  categoriesNamed: (name: string) => number;
  /** The former requirements of the group can be saved now. */
  isSound: (groupId: string) => boolean;
  /** Guests need the group to become members of the community. */
  mustStayOpen: (groupId: string) => boolean;
  now: number;
};

/** The wish with the reason for which it cannot be granted now, if there is one. Pure. */
export function judge(wish: Wish, circumstances: Circumstances): Wish {
  if (wish.refusal !== null) return wish;
  const because = reasonFor(wish, circumstances);
  return because === null ? wish : { ...wish, refusal: { because, by: null } };
}

function reasonFor(wish: Wish, circumstances: Circumstances): StaysBecause | null {
  if (wish.fact === "seat") return ofSeat(wish, circumstances);
  if (wish.fact === "setting") return ofSetting(wish, circumstances);
  if (wish.fact === "operation") return null;
  return circumstances.isSound(wish.groupId) ? null : "rule";
}

function ofSetting(
  { field, to, groupId }: Extract<Wish, { fact: "setting" }>,
  { categoriesNamed, mustStayOpen }: Circumstances,
): StaysBecause | null {
  if (field === "categoryName" && categoriesNamed(to ?? "") !== 1) return "category_gone";
  return field === "guests" && to === "closed" && mustStayOpen(groupId) ? "community" : null;
}

function ofSeat(
  { groupId, userId, to, now }: Extract<Wish, { fact: "seat" }>,
  circumstances: Circumstances,
): StaysBecause | null {
  const user = circumstances.users.get(userId);
  const isAutomatic = circumstances.groups.get(groupId)?.enrolment === "automatic";
  if (to === null) {
    if (isAutomatic && now?.isEmergency !== true) return "automatic";
    return circumstances.isHeld(groupId, userId) ? "held" : null;
  }
  if (user === undefined) return "person_gone";
  const isRaised = to.role !== "member" && to.role !== now?.role && now?.role !== "owner";
  if (user.isSuspended && (now === null || isRaised)) return "suspended";
  if (now === null) {
    if (isAutomatic) return "automatic";
    if (circumstances.isBlocked(groupId, userId)) return "blocked";
    const outcome = circumstances.outcomeOf(groupId, userId);
    if (outcome !== "met") return outcome;
  } else if (now.isEmergency) return "emergency";
  const isOtherEnd = to.endsAt !== null && to.endsAt !== now?.endsAt;
  if (!isOtherEnd) return null;
  if (isAutomatic) return "automatic";
  return Date.parse(to.endsAt ?? "") <= circumstances.now ? "ended" : null;
}
