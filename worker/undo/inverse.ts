import type { GroupRole } from "#shared/groups/groups.ts";
import type { LoggedSetting } from "#shared/groups/settings.ts";
import { operationFieldSchema } from "#shared/pilots/undo.ts";
import type { OperationField, StaysBecause } from "#shared/pilots/undo.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import { touchedBy } from "./touches.ts";
import type { TouchedFact, LoggedEvent, Unit } from "./touches.ts";

/** A membership. `endsAt` in ISO 8601; null for no end. */
export type Seat = { role: GroupRole; endsAt: string | null; isEmergency: boolean };

/** What is there now. A group that is gone has no settings; a user who is gone is not in `users`. */
export type PresentState = {
  seatOf: (groupId: string, userId: string) => Seat | null;
  settingsOf: (groupId: string) => Record<LoggedSetting, string | null> | undefined;
  /** The requirements; null for none. */
  ruleOf: (groupId: string) => Rule | null;
  hasUser: (userId: string) => boolean;
  /** Undefined if it is gone. */
  operationOf: (operationId: string) => PresentOperation | undefined;
};

/** An operation as the log writes it: times in ISO 8601. */
type PresentOperation = {
  version: number;
  isCancelled: boolean;
  isOver: boolean;
  /** Null for one that does not repeat. */
  seriesId: string | null;
  fields: Record<OperationField, string>;
};

type OperationState = { isCancelled: boolean; fields: Partial<Record<OperationField, string>> };

/** Whose actions, and the ids of events between which they lie; `before` is not included. */
type Span = { actorId: string; since: string; before: string };

/** An action that stays. `by`: the event that changed it since, if the log has one. */
type Refusal = { because: StaysBecause; by: LoggedEvent | null };

/** What a fact was before the actor touched it. `last`: the actor's last event about it. */
export type Wish = { groupId: string; last: LoggedEvent; refusal: Refusal | null } & (
  | { userId: string; fact: "seat"; to: Seat | null; now: Seat | null }
  | { fact: "setting"; field: LoggedSetting; to: string | null; now: string | null }
  | { fact: "rule"; to: Rule | null; now: Rule | null }
  | {
      fact: "operation";
      operationId: string;
      title: string;
      version: number;
      /** The series that ends if the operation is cancelled. */
      endedSeriesId: string | null;
      to: OperationState;
      now: OperationState;
    }
);

/**
 * What each membership, role, end, setting, operation and rule was before the actor first touched it in the span. Pure. `events` are all events about
 * these since the beginning of the span, oldest first, of all actors. Facts that have their former value again are left out. What others
 * have changed since, or the actor outside the span, is refused: a later decision is never overwritten.
 */
export function inverseOf(
  events: readonly LoggedEvent[],
  span: Span,
  present: PresentState,
): Wish[] {
  const isByActor = ({ actorId, id }: LoggedEvent) =>
    actorId === span.actorId && id >= span.since && id < span.before;
  const isPlanned = ({ kind }: LoggedEvent) => kind === "operation_planned";
  const seriesOf = ({ detail: { operationId } }: LoggedEvent) =>
    (operationId !== undefined && present.operationOf(operationId)?.seriesId) || null;
  // What a series has made belongs to the operation that began it.
  const begun = new Set(
    events.filter((event) => isByActor(event) && isPlanned(event)).map(seriesOf),
  );
  const isMade = (event: LoggedEvent) => {
    const seriesId = seriesOf(event);
    return event.actorId === null && isPlanned(event) && seriesId !== null && begun.has(seriesId);
  };
  const isMine = (event: LoggedEvent) => isByActor(event) || isMade(event);
  // What an action settles besides, such as an invitation, bears the name of its user and the id of the actor's request.
  const requests = new Set(events.filter(isByActor).map(({ requestId }) => requestId));
  const isOther = (event: LoggedEvent) => !isMine(event) && !requests.has(event.requestId);
  const all = events.flatMap(touchedBy);
  // An event names one operation of a series, also if it changes all later ones.
  const following = all.filter(({ event }) => isOther(event) && event.detail.following === true);
  const units = Map.groupBy(all, ({ key }) => key);
  const wishes = [...units.values()].flatMap((touches): Wish[] => {
    const mine = touches.filter(({ event }) => isMine(event));
    const others = touches.filter(({ event }) => isOther(event));
    const [first] = mine;
    if (first === undefined) return [];
    if ("userId" in first) return seatWishes(first, mine, others, present);
    if ("operationId" in first) {
      const seriesId = seriesOf(first.event);
      const ofSeries =
        seriesId === null ? [] : following.filter(({ event }) => seriesOf(event) === seriesId);
      return operationWishes(first, mine, [...others, ...ofSeries], present);
    }
    return "field" in first
      ? settingWish(first, mine, others, present)
      : ruleWish(mine, others, present);
  });
  return refuseBrokenTransfers(wishes, events.filter(isMine));
}

/** The last event by which others have changed a fact since the actor first touched it. */
function changedSince(
  mine: readonly Unit[],
  others: readonly Unit[],
  facts: readonly TouchedFact[],
) {
  const later = facts.flatMap((fact) => {
    const first = mine.find((unit) => unit.facts.includes(fact));
    return others.filter(
      ({ facts: touched, event }) =>
        first !== undefined && touched.includes(fact) && event.id > first.event.id,
    );
  });
  return later
    .map(({ event }) => event)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .at(-1);
}

const UNKNOWN_CHANGE: Refusal = { because: "changed", by: null };
const refused = (because: StaysBecause): Refusal => ({ because, by: null });

// ── Settings ──────────────────────────────────────────────────────────────────────────────────

function settingWish(
  { event: { groupId }, field }: Extract<Unit, { field: LoggedSetting }>,
  mine: readonly Unit[],
  others: readonly Unit[],
  present: PresentState,
): Wish[] {
  const changes = mine.flatMap(({ event }) => {
    const change = event.detail.changes?.[field];
    return change === undefined ? [] : [{ ...change, event }];
  });
  const [first, last] = [changes.at(0), changes.at(-1)];
  if (groupId === null || first === undefined || last === undefined) return [];
  const settings = present.settingsOf(groupId);
  const wish = { groupId, fact: "setting" as const, field, to: first.from, last: last.event };
  if (settings === undefined) return [{ ...wish, now: null, refusal: refused("group_gone") }];
  const now = settings[field];
  if (now === first.from) return [];
  const by = changedSince(mine, others, ["setting"]);
  const isContinuous = changes.every(
    ({ from }, index) => index === 0 || changes[index - 1]?.to === from,
  );
  const isLeft = now === last.to && isContinuous;
  return [
    { ...wish, now, refusal: by ? { because: "changed", by } : isLeft ? null : UNKNOWN_CHANGE },
  ];
}

function ruleWish(mine: readonly Unit[], others: readonly Unit[], present: PresentState): Wish[] {
  const changes = mine.flatMap(({ event }) => {
    const { rule } = event.detail;
    return rule === undefined || event.groupId === null
      ? []
      : [{ ...rule, event, groupId: event.groupId }];
  });
  const [first, last] = [changes.at(0), changes.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { groupId, from: to } = first;
  const wish = { groupId, fact: "rule" as const, last: last.event, to };
  if (present.settingsOf(groupId) === undefined) {
    return [{ ...wish, now: null, refusal: refused("group_gone") }];
  }
  const now = present.ruleOf(groupId);
  if (isSameRule(now, to)) return [];
  const by = changedSince(mine, others, ["rule"]);
  if (by !== undefined) return [{ ...wish, now, refusal: { because: "changed", by } }];
  return [{ ...wish, now, refusal: isSameRule(now, last.to) ? null : UNKNOWN_CHANGE }];
}

// ── Operations ────────────────────────────────────────────────────────────────────────────────

/** One that was planned in the span is cancelled, with what its series has made, and the series ends. Texts, commander and groups are not in the log: a change of these stays. */
function operationWishes(
  { event: { groupId }, operationId }: Extract<Unit, { operationId: string }>,
  mine: readonly Unit[],
  others: readonly Unit[],
  present: PresentState,
): Wish[] {
  const [first, last] = [mine.at(0)?.event, mine.at(-1)?.event];
  if (groupId === null || first === undefined || last === undefined) return [];
  const found = present.operationOf(operationId);
  const title = last.detail.title ?? "";
  const nothing = { isCancelled: false, fields: {} };
  const wish = { groupId, fact: "operation" as const, operationId, title, last };
  if (found === undefined) {
    const refusal = refused("group_gone");
    const gone = { version: 0, endedSeriesId: null, to: nothing, now: nothing, refusal };
    return [{ ...wish, ...gone }];
  }
  const states = mine.map(({ event }) => event.kind).filter((kind) => kind !== "operation_changed");
  const isNew = first.kind === "operation_planned";
  const wasCancelled =
    isNew || (states[0] === undefined ? found.isCancelled : states[0] === "operation_restored");
  const isLeftCancelled =
    states.length === 0 ? found.isCancelled : states.at(-1) === "operation_cancelled";
  const before: OperationState["fields"] = {};
  const left: OperationState["fields"] = {};
  for (const { event } of mine) {
    for (const [name, change] of Object.entries(event.detail.changes ?? {})) {
      const field = operationFieldSchema.safeParse(name).data;
      if (field === undefined || change === undefined) continue;
      before[field] ??= change.from ?? "";
      left[field] = change.to ?? "";
    }
  }
  const changed = operationFieldSchema.options.filter(
    (field) => !isNew && before[field] !== undefined && before[field] !== found.fields[field],
  );
  const to = {
    isCancelled: wasCancelled,
    fields: Object.fromEntries(changed.map((field) => [field, before[field] ?? ""])),
  };
  const now = {
    isCancelled: found.isCancelled,
    fields: Object.fromEntries(changed.map((field) => [field, found.fields[field]])),
  };
  const { version } = found;
  const state = { version, endedSeriesId: isNew ? found.seriesId : null, now };
  // The log does not hold the later operations of the series one by one.
  if (!isNew && mine.some(({ event }) => event.detail.following === true)) {
    return [{ ...wish, ...state, to, refusal: refused("unrecorded") }];
  }
  const hasMore = !isNew && mine.some(({ event }) => event.detail.hasMore === true);
  const more: Wish[] = hasMore
    ? [{ ...wish, ...state, to: now, refusal: refused("unrecorded") }]
    : [];
  if (to.isCancelled === now.isCancelled && changed.length === 0) return more;
  const by = changedSince(mine, others, ["operation"]);
  const isLeft =
    found.isCancelled === isLeftCancelled &&
    operationFieldSchema.options.every(
      (field) => left[field] === undefined || left[field] === found.fields[field],
    );
  const refusal = by
    ? { because: "changed" as const, by }
    : !isLeft
      ? UNKNOWN_CHANGE
      : found.isOver
        ? refused("over")
        : null;
  return [{ ...wish, ...state, to, refusal }, ...more];
}

function isSameRule(one: Rule | null, other: Rule | null): boolean {
  const inOrder = (rule: Rule | null) =>
    rule && [rule.tree, rule.enrolment, rule.listing, rule.graceDays];
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

// ── Memberships ───────────────────────────────────────────────────────────────────────────────

type SeatUnit = Extract<Unit, { userId: string }>;
/** `lost`: the log does not hold it; `emergency`: it was emergency access. */
type Known = Seat | null | "lost" | "emergency";

/**
 * A membership is one fact if it began or ended in the span, or was or became the owner's, which has no end. Otherwise its role and
 * its end are two.
 */
function seatWishes(
  { event: { groupId }, userId }: SeatUnit,
  mine: readonly Unit[],
  others: readonly Unit[],
  present: PresentState,
): Wish[] {
  if (groupId === null) return [];
  const touched = [...new Set(mine.flatMap(({ facts }) => facts))];
  const isWhole =
    touched.includes("membership") ||
    mine.some(({ effect }) => effect === "became_owner" || effect === "handed_over");
  const parts: TouchedFact[][] = isWhole ? [touched] : touched.map((fact) => [fact]);
  const now = present.seatOf(groupId, userId);
  return parts.flatMap((facts): Wish[] => {
    const own = mine.filter((unit) => unit.facts.some((fact) => facts.includes(fact)));
    const last = own.at(-1)?.event;
    if (last === undefined) return [];
    const before = own.reduceRight<Known>((seat, unit) => seatBefore(unit, seat), now);
    const to = typeof before === "string" ? null : only(facts, before, now);
    const wish = { groupId, userId, fact: "seat" as const, last, now, to };
    if (present.settingsOf(groupId) === undefined) {
      return [{ ...wish, refusal: refused("group_gone") }];
    }
    if (typeof before !== "string" && isSame(to, now)) return [];
    if (!present.hasUser(userId)) return [{ ...wish, refusal: refused("person_gone") }];
    const by = changedSince(own, others, facts);
    if (by !== undefined) return [{ ...wish, refusal: { because: "changed", by } }];
    if (!isAsLeft(own, now)) return [{ ...wish, refusal: UNKNOWN_CHANGE }];
    if (typeof before !== "string") return [{ ...wish, refusal: null }];
    return [{ ...wish, refusal: refused(before === "lost" ? "unrecorded" : "emergency") }];
  });
}

/** A role or an end alone: the rest of the membership stays as it is. */
function only(facts: readonly TouchedFact[], before: Seat | null, now: Seat | null): Seat | null {
  if (facts.includes("membership") || before === null || now === null) return before;
  const { role } = facts.includes("role") ? before : now;
  const { endsAt } = facts.includes("end") ? before : now;
  return { ...now, role, endsAt };
}

function isSame(one: Seat | null, other: Seat | null): boolean {
  return one?.role === other?.role && one?.endsAt === other?.endsAt;
}

/** The membership before an event, from the one after it. */
function seatBefore({ effect, event }: Unit, seat: Known): Known {
  const { was, changes } = event.detail;
  if (effect === "in") return null;
  if (effect === "out") {
    if (was === undefined) return "lost";
    return was === null ? "emergency" : { ...was, isEmergency: false };
  }
  if (seat === null || typeof seat === "string") return seat;
  switch (effect) {
    case "appointed":
      return { ...seat, role: "member" };
    case "dismissed":
      return { ...seat, role: "admin" };
    case "handed_over":
      return { ...seat, role: "owner", endsAt: null };
    case "became_owner":
      return was == null ? "lost" : { ...seat, ...was };
    case "end_set":
      return { ...seat, endsAt: changes?.["endsAt"]?.from ?? null };
    case "setting":
    case "rule":
    case "operation":
      return seat;
  }
}

/** Whether the membership is as the actor's events have left it, as far as they tell. */
function isAsLeft(mine: readonly Unit[], now: Seat | null): boolean {
  const left = mine.findLast(({ effect }) => effect === "in" || effect === "out");
  if (left?.effect === "out") return now === null;
  if (now === null) return false;
  const role = mine.map(roleAfter).findLast((after) => after !== undefined);
  // An end from before the last way in is of another membership.
  const current = mine.slice(mine.findLastIndex(({ effect }) => effect === "in") + 1);
  const ends = current.map(endAfter).findLast((after) => after !== undefined);
  return (
    (role === undefined || role === now.role) && (ends === undefined || ends.at === now.endsAt)
  );
}

function roleAfter({ effect, event }: Unit): GroupRole | undefined {
  switch (effect) {
    case "in":
      return event.detail.role ?? "member";
    case "appointed":
    case "handed_over":
      return "admin";
    case "dismissed":
      return "member";
    case "became_owner":
      return "owner";
    default:
      return undefined;
  }
}

/** The way in says no end: the group or the way did. */
function endAfter({ effect, event }: Unit): { at: string | null } | undefined {
  if (effect === "became_owner") return { at: null };
  return effect === "end_set" ? { at: event.detail.changes?.["endsAt"]?.to ?? null } : undefined;
}

// ── Transfers ─────────────────────────────────────────────────────────────────────────────────

/** A group has one owner: the parts of its transfers are undone together or not at all. */
export function refuseBrokenTransfers(
  wishes: readonly Wish[],
  mine: readonly LoggedEvent[],
): Wish[] {
  const transfers = mine.filter(({ kind }) => kind === "ownership_transferred");
  const isPart = (wish: Wish) =>
    wish.fact === "seat" &&
    (wish.to?.role === "owner" ||
      transfers.some(
        ({ groupId, subjectId, detail }) =>
          groupId === wish.groupId &&
          (subjectId === wish.userId || detail.formerOwnerId === wish.userId),
      ));
  const parts = wishes.filter((wish) => isPart(wish) && isOfRole(wish));
  const broken = new Set(
    transfers
      .filter(({ detail }) => detail.formerOwnerId === undefined)
      .map(({ groupId }) => groupId ?? ""),
  );
  for (const [groupId, ofGroup] of Map.groupBy(parts, (wish) => wish.groupId)) {
    const loses = ofGroup.some((wish) => wish.fact === "seat" && wish.now?.role === "owner");
    const gains = ofGroup.some((wish) => wish.fact === "seat" && wish.to?.role === "owner");
    if (loses !== gains || ofGroup.some(({ refusal }) => refusal !== null)) broken.add(groupId);
  }
  return wishes.map((wish) =>
    wish.refusal === null && broken.has(wish.groupId) && parts.includes(wish)
      ? { ...wish, refusal: refused("owner") }
      : wish,
  );
}

/** An end alone is no part of a transfer. */
function isOfRole(wish: Wish): boolean {
  return wish.fact === "seat" && wish.to?.role !== wish.now?.role;
}
