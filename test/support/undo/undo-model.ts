import type { EventDetail } from "#shared/events/details.ts";
import fc from "fast-check";
import type { GroupRole } from "#shared/groups/groups.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import type { PresentState, Seat } from "#worker/undo/inverse.ts";
import type { PlannedStep } from "#worker/undo/steps.ts";
import type { LoggedEvent } from "#worker/undo/touches.ts";

export const GROUPS = ["g0", "g1"];
const USERS = ["u0", "u1", "u2", "u3"];
/** The requirements are one more thing with a value. */
const SETTINGS = ["name", "visibility", "rule"] as const;
const VALUES = ["a", "b", null];
const ENDS = ["2027-01-01T00:00:00.000Z", "2027-02-01T00:00:00.000Z", null];

type Fact = "membership" | "role" | "end" | (typeof SETTINGS)[number];
type State = { seats: Map<string, Seat>; settings: Map<string, string | null> };
/** Who has changed a fact when, and what everything was right before. */
type Touch = { time: number; actor: string | null; fact: Fact; key: string; before: State };

/** One action of a user, or of Muster by itself (null). One that the group does not allow does nothing. */
export const action = fc.record({
  act: fc.constantFrom(
    "add",
    "addInvited",
    "remove",
    "appoint",
    "dismiss",
    "transfer",
    "end",
    "setting",
  ),
  actor: fc.constantFrom<(string | null)[]>("mine", "mine", "mine", "other", null),
  group: fc.constantFrom(...GROUPS),
  user: fc.constantFrom(...USERS),
  end: fc.constantFrom(...ENDS),
  field: fc.constantFrom(...SETTINGS),
  value: fc.constantFrom(...VALUES),
});
type Action = (typeof action extends fc.Arbitrary<infer One> ? One : never) & { role?: GroupRole };

function ruleOf(value: string | null): Rule | null {
  if (value === null) return null;
  const tree = { type: "discord_linked" as const };
  return { tree, enrolment: "manual", listing: "everyone", graceDays: VALUES.indexOf(value) };
}

function valueOf(rule: Rule | null): string | null {
  return rule && (VALUES[rule.graceDays] ?? null);
}

const seatKey = (group: string, user: string) => `${group} @${user}`;

/** A community of two groups that writes the log as the product does, and keeps what everything was at any time. */
export class Community {
  readonly log: LoggedEvent[] = [];
  readonly touches: Touch[] = [];
  state: State = {
    seats: new Map<string, Seat>(
      GROUPS.flatMap((group): [string, Seat][] => [
        [seatKey(group, "u0"), { role: "owner", endsAt: null, isEmergency: false }],
        [seatKey(group, "u1"), { role: "member", endsAt: null, isEmergency: false }],
      ]),
    ),
    settings: new Map(
      GROUPS.flatMap((group) => SETTINGS.map((field) => [`${group} ${field}`, "a"])),
    ),
  };
  #time = 0;

  /** The id of the next event. */
  now(): string {
    return String(this.#time).padStart(6, "0");
  }

  play(actions: readonly Action[]) {
    for (const one of actions) this.#act(one);
  }

  seat(group: string, user: string): Seat | null {
    return this.state.seats.get(seatKey(group, user)) ?? null;
  }

  setting(group: string, field: (typeof SETTINGS)[number]): string | null {
    return this.state.settings.get(`${group} ${field}`) ?? null;
  }

  present(): PresentState {
    return {
      seatOf: (group, user) => this.seat(group, user),
      settingsOf: (group) => ({
        name: this.setting(group, "name"),
        visibility: this.setting(group, "visibility"),
        description: null,
        joinMode: null,
        categoryName: null,
        guests: null,
        inviteLinks: null,
        membershipDays: null,
      }),
      ruleOf: (group) => ruleOf(this.state.settings.get(`${group} rule`) ?? null),
      hasUser: () => true,
      operationOf: () => undefined,
    };
  }

  /** Performs steps as the product does. */
  perform(steps: readonly PlannedStep[], actor: string) {
    const order = ["add", "owner", "role", "end", "remove", "setting", "rule"];
    const sorted = steps.toSorted(
      (a, b) => order.indexOf(a.change.kind) - order.indexOf(b.change.kind),
    );
    for (const { groupId: group, userId, change, rule } of sorted) {
      const common = {
        actor,
        group,
        user: userId ?? "",
        end: null,
        field: "name",
        value: null,
      } as const;
      if (change.kind === "add") {
        const end = change.endsAt;
        this.#act({ ...common, act: "add", role: change.role, end });
      } else if (change.kind === "rule") {
        this.#act({ ...common, act: "setting", field: "rule", value: valueOf(rule?.to ?? null) });
      } else if (change.kind === "setting") {
        const field = SETTINGS.find((one) => one === change.field) ?? "name";
        this.#act({ ...common, act: "setting", field, value: change.to });
      } else if (change.kind === "role") {
        this.#act({ ...common, act: change.role === "admin" ? "appoint" : "dismiss" });
      } else if (change.kind === "end") {
        this.#act({ ...common, act: "end", end: change.endsAt });
      } else {
        this.#act({ ...common, act: change.kind === "owner" ? "transfer" : "remove" });
      }
    }
  }

  #act({ act, actor, group, user, end, field, value, role = "member" }: Action) {
    const request = `request-${this.#time}`;
    const seat = this.seat(group, user);
    const before = { seats: new Map(this.state.seats), settings: new Map(this.state.settings) };
    const touch = (who: string, ...facts: Fact[]) => {
      for (const fact of facts) {
        const key = seatKey(group, who);
        this.touches.push({ time: this.#time, actor, fact, key, before });
      }
    };
    const record = (kind: string, detail: EventDetail, by = actor) => {
      const subjectId = kind.endsWith("_updated") ? null : user;
      const id = this.now();
      this.#time += 1;
      this.log.push({
        id,
        kind,
        actorId: by,
        requestId: request,
        groupId: group,
        subjectId,
        detail,
      });
    };
    const set = (who: string, next: Seat | null) => {
      if (next === null) this.state.seats.delete(seatKey(group, who));
      else this.state.seats.set(seatKey(group, who), next);
    };
    const isPlain = seat !== null && seat.role !== "owner";
    const was = seat && { role: seat.role, endsAt: seat.endsAt };
    if ((act === "add" || act === "addInvited") && seat === null) {
      touch(user, "membership", "role", "end");
      set(user, { role, endsAt: end, isEmergency: false });
      record("member_added", { role });
      if (act === "addInvited") record("invitation_accepted", {}, user);
    } else if (act === "remove" && isPlain) {
      touch(user, "membership", "role", "end");
      set(user, null);
      record("member_removed", { was });
    } else if (act === "appoint" && seat?.role === "member") {
      touch(user, "role");
      set(user, { ...seat, role: "admin" });
      record("admin_appointed", {});
    } else if (act === "dismiss" && seat?.role === "admin") {
      touch(user, "role");
      set(user, { ...seat, role: "member" });
      record("admin_dismissed", {});
    } else if (act === "transfer" && isPlain) {
      const owner = USERS.find((one) => this.seat(group, one)?.role === "owner") ?? "";
      touch(user, "role", "end");
      touch(owner, "role", "end");
      const former = this.seat(group, owner);
      if (former) set(owner, { ...former, role: "admin" });
      set(user, { ...seat, role: "owner", endsAt: null });
      record("ownership_transferred", { was, formerOwnerId: owner });
    } else if (act === "end" && isPlain && seat.endsAt !== end) {
      touch(user, "end");
      set(user, { ...seat, endsAt: end });
      record("membership_end_set", { changes: { endsAt: { from: seat.endsAt, to: end } } });
    } else if (act === "setting" && this.setting(group, field) !== value) {
      const from = this.setting(group, field);
      this.touches.push({ time: this.#time, actor, fact: field, key: group, before });
      this.state.settings.set(`${group} ${field}`, value);
      if (field === "rule") {
        record("requirements_updated", { rule: { from: ruleOf(from), to: ruleOf(value) } });
      } else record("group_updated", { changes: { [field]: { from, to: value } } });
    }
  }
}

/**
 * What undoing the actions of "mine" in a span must leave, by definition: each fact has the value from before the first of these actions
 * on it, unless another action has touched it later. A membership that began, ended, was or became the owner's in the span is restored
 * as a whole or not at all, and so are all roles that its transfers gave, unless the group would have no owner.
 */
export function expectedAfter(community: Community, since: string, before: string): State {
  const [from, to] = [Number(since), Number(before)];
  const { touches, state } = community;
  const isMine = ({ actor, time }: Touch) => actor === "mine" && time >= from && time < to;
  const seats = new Map(state.seats);
  const settings = new Map(state.settings);
  const firstOf = (key: string, fact: Fact) =>
    touches.find((touch) => touch.key === key && touch.fact === fact && isMine(touch));
  const isTouchedSince = (key: string, fact: Fact) => {
    const first = firstOf(key, fact);
    return touches.some(
      (touch) =>
        first !== undefined &&
        touch.key === key &&
        touch.fact === fact &&
        !isMine(touch) &&
        touch.time > first.time,
    );
  };
  for (const group of GROUPS) {
    for (const field of SETTINGS) {
      const first = firstOf(group, field);
      if (first && !isTouchedSince(group, field)) {
        settings.set(`${group} ${field}`, first.before.settings.get(`${group} ${field}`) ?? null);
      }
    }
    const handed = touches.filter(
      (touch) => isMine(touch) && touch.key.startsWith(`${group} `) && isTransfer(touches, touch),
    );
    const involved = new Set(handed.map(({ key }) => key));
    const found = USERS.map((user) => {
      const key = seatKey(group, user);
      const now = state.seats.get(key) ?? null;
      const facts = (["membership", "role", "end"] as const).filter((fact) => firstOf(key, fact));
      const isWhole = involved.has(key) || facts.includes("membership");
      const valueOf = (fact: "role" | "end") => {
        const seat = (firstOf(key, fact)?.before ?? state).seats.get(key);
        return seat ?? now;
      };
      const wasMember = firstOf(key, "membership")?.before.seats.has(key) ?? now !== null;
      const restored = (parts: readonly Fact[]): Seat | null => {
        if (!wasMember) return null;
        return {
          role: (parts.includes("role") ? valueOf("role") : now)?.role ?? "member",
          endsAt: (parts.includes("end") ? valueOf("end") : now)?.endsAt ?? null,
          isEmergency: false,
        };
      };
      const isBlocked = (parts: readonly Fact[]) => parts.some((fact) => isTouchedSince(key, fact));
      const parts: Fact[][] = isWhole ? [facts] : facts.map((fact) => [fact]);
      return { key, now, parts, restored, isBlocked };
    });
    const roleParts = found.flatMap(({ key, now, parts, restored, isBlocked }) =>
      parts
        .map((part) => ({ key, to: restored(part), isBlocked: isBlocked(part), now }))
        .filter(({ to, now: present }) => to?.role !== present?.role)
        .filter(({ to }) => involved.has(key) || to?.role === "owner"),
    );
    // A group has one owner, always.
    const isOwner = (role: GroupRole | undefined) => role === "owner";
    const lost = roleParts.filter(({ now }) => isOwner(now?.role)).length;
    const given = roleParts.filter(({ to }) => isOwner(to?.role)).length;
    const isBroken = lost !== given || roleParts.some((part) => part.isBlocked);
    for (const { key, now, parts, restored, isBlocked } of found) {
      const open = parts.filter(
        (part) =>
          !isBlocked(part) &&
          !(
            isBroken &&
            roleParts.some((one) => one.key === key) &&
            restored(part)?.role !== now?.role
          ),
      );
      if (open.length === 0) continue;
      const seat = restored(open.flat());
      if (seat === null) seats.delete(key);
      else seats.set(key, seat);
    }
  }
  return { seats, settings };
}

/** A transfer touches the roles of two users at one time. */
function isTransfer(touches: readonly Touch[], { time, fact, key }: Touch): boolean {
  return touches.some(
    (other) => other.time === time && other.fact === "role" && fact === "role" && other.key !== key,
  );
}
