import { english } from "#shared/english.ts";
import type { GroupAbilities, GroupMember, GroupRole, JoinMode } from "#shared/groups/groups.ts";
import type { Enrolment } from "#shared/requirements/rule.ts";
import { Allowed } from "#worker/access/allowed.ts";
import type { EventActor } from "#worker/audit/new-event.ts";
import { requireNoGuest } from "#worker/auth/sessions/actor.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { requireAbility } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup, OfGroup } from "#worker/groups/group/authorized-group.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { MemberRow } from "./list-store.ts";

type Group = {
  name: string;
  joinMode: JoinMode;
  enrolment: Enrolment | null;
  role: GroupRole | null;
};
type Named = Pick<Group, "name">;
type Enrolling = Pick<Group, "name" | "enrolment">;
type Member = { role: GroupRole; mainCharacterName: string | null; emergencyId: string | null };

/**
 * What an actor with these abilities in the group may do with one of its members. A suspended member gets no role. Nobody is
 * removed from a group that enrols automatically: the next evaluation would add the user again.
 */
export function memberAbilitiesOf(
  { can, enrolment }: { can: GroupAbilities; enrolment: Enrolment | null },
  { role, emergencyId }: { role: GroupRole; emergencyId: string | null },
  isSuspended: boolean,
): GroupMember["can"] {
  const isOwner = role === "owner";
  const isEmergency = emergencyId !== null;
  const mayRemove = can.manageAdmins || (can.manageMembers && role === "member");
  return {
    // Actors who appoint admins also remove them; admins remove plain members only.
    remove: !isOwner && mayRemove && (isEmergency || enrolment !== "automatic"),
    setEnd: !isOwner && mayRemove && !isEmergency && enrolment !== "automatic",
    makeAdmin: can.manageAdmins && role === "member" && !isSuspended && !isEmergency,
    removeAdmin: can.manageAdmins && role === "admin",
    makeOwner: can.transfer && !isOwner && !isSuspended && !isEmergency,
  };
}

// ── The errors for what the abilities exclude ─────────────────────────────────────────────────

export function joinRefusal({ name, role, joinMode, enrolment }: Group): ApiError {
  if (role !== null) return new ApiError("already_member", { name });
  if (enrolment === "automatic") return new ApiError("member_by_requirements", { name });
  return joinMode === "approval"
    ? new ApiError("on_request_only", { name })
    : new ApiError("on_invitation_only", { name });
}

export function leaveRefusal({ name, role, enrolment }: Omit<Group, "joinMode">): ApiError {
  if (enrolment === "automatic" && role !== null && role !== "owner") {
    return new ApiError("cannot_leave", { name });
  }
  return role === "owner"
    ? new ApiError("owner_cannot_leave", { name })
    : new ApiError("not_a_member", { name });
}

export function removalRefusal({ name, enrolment }: Enrolling, member: Member): ApiError {
  if (enrolment === "automatic" && member.role !== "owner") {
    return new ApiError("removed_by_requirements", { name });
  }
  return member.role === "owner"
    ? new ApiError("owner_not_removed", { memberName: nameOf(member), name })
    : new ApiError("admin_not_removed", { name });
}

export function appointmentRefusal({ name }: Named, member: Member): ApiError {
  if (member.emergencyId !== null) return inEmergency(member);
  if (member.role === "member") return suspendedMember(member);
  return new ApiError(member.role === "owner" ? "already_owner" : "already_admin", {
    memberName: nameOf(member),
    name,
  });
}

export function dismissalRefusal({ name }: Named, member: Member): ApiError {
  const who = nameOf(member);
  return member.role === "owner"
    ? new ApiError("owner_not_dismissed", { memberName: who, name })
    : new ApiError("not_an_admin", { memberName: who, name });
}

export function transferRefusal({ name }: Named, member: Member): ApiError {
  if (member.emergencyId !== null) return inEmergency(member);
  if (member.role !== "owner") return suspendedMember(member);
  return new ApiError("owns_it_already", { memberName: nameOf(member), name });
}

function inEmergency(member: Member): ApiError {
  return new ApiError("in_emergency", { memberName: nameOf(member) });
}

function suspendedMember(member: Member): ApiError {
  return new ApiError("suspended_member", { memberName: nameOf(member) });
}

function nameOf({ mainCharacterName }: Member): string {
  return mainCharacterName ?? english`This player`;
}

// ── What the checks allow ─────────────────────────────────────────────────────────────────────

const policy = Symbol("members");

/** What the checks of members allow. */
export type OnMembers<
  Act extends string,
  Of = OfGroup,
  By extends EventActor = UserActor,
> = Allowed<typeof policy, Act, Of, By>;

export function requireJoin(group: AuthorizedGroup): OnMembers<"join"> {
  if (!group.can.join) throw joinRefusal(group);
  return new Allowed(policy, "join", { group }, group.reader);
}

export function requireLeave(group: AuthorizedGroup): OnMembers<"leave"> {
  if (!group.can.leave) throw leaveRefusal(group);
  return new Allowed(policy, "leave", { group }, group.reader);
}

/** A group and one of its members. */
export type Target = OfGroup & { member: MemberRow };

/** What an actor may do with members: with any of a group, and with this one. */
const CHANGES = {
  remove: { ability: "manageMembers", refusal: removalRefusal },
  makeAdmin: { ability: "manageAdmins", refusal: appointmentRefusal },
  removeAdmin: { ability: "manageAdmins", refusal: dismissalRefusal },
  makeOwner: { ability: "transfer", refusal: transferRefusal },
} as const satisfies Partial<Record<keyof GroupMember["can"], unknown>>;
export type MemberChange = keyof typeof CHANGES;

/** The actor's ability is checked before a missing member is reported. */
export function requireMemberChange<Change extends MemberChange>(
  change: Change,
  group: AuthorizedGroup,
  member: MemberRow | undefined,
): OnMembers<Change, Target> {
  const { ability, refusal } = CHANGES[change];
  requireAbility(group, ability);
  if (member === undefined) throw new ApiError("no_such_member", { name: group.name });
  const can = memberAbilitiesOf(group, member, markOf(member) !== null);
  if (!can[change]) throw refusal(group, member);
  return new Allowed(policy, change, { group, member }, group.reader);
}

// ── Ends of memberships ───────────────────────────────────────────────────────────────────────

export function requireEnds(group: AuthorizedGroup): OnMembers<"setEnds"> {
  requireAbility(group, "manageMembers");
  if (group.enrolment === "automatic") {
    throw new ApiError("no_end_by_requirements", { name: group.name });
  }
  return new Allowed(policy, "setEnds", { group }, group.reader);
}

/** System administrators alone, into groups where they are no members. */
export function requireEmergency(group: AuthorizedGroup): OnMembers<"takeEmergency"> {
  if (!group.reader.isAdmin) throw new ApiError("emergency_by_administrators");
  if (group.role !== null) throw new ApiError("already_member", { name: group.name });
  return new Allowed(policy, "takeEmergency", { group }, group.reader);
}

// ── Reviews of members ────────────────────────────────────────────────────────────────────────

/** The owner and system administrators. Guests do not read what a review tells about members. */
export function requireReview(group: AuthorizedGroup): OnMembers<"review"> {
  requireAbility(group, "edit");
  requireNoGuest(group.reader);
  return new Allowed(policy, "review", { group }, group.reader);
}

// ── Administrators, for many users at once ────────────────────────────────────────────────────

export type Many = OfGroup & { userIds: readonly string[] };
const MANY = { invite: "inviteMany", add: "addMany", remove: "removeMany" } as const;

/** The requirements alone decide who is a member of a group that enrols automatically. */
export function requireOpenTo(action: keyof typeof MANY, group: AuthorizedGroup) {
  if (action === "invite" || group.enrolment !== "automatic") return;
  throw action === "add"
    ? new ApiError("member_by_requirements", { name: group.name })
    : new ApiError("bulk_by_requirements", { name: group.name });
}

/** Exactly these users, or none: `skipped` are those whom the action would leave out. */
export function requireMany<Action extends keyof typeof MANY>(
  action: Action,
  group: AuthorizedGroup,
  { affected, skipped }: Record<"affected" | "skipped", readonly { userId: string }[]>,
): OnMembers<(typeof MANY)[Action], Many> {
  requireAdministrator(group.reader);
  requireOpenTo(action, group);
  if (skipped.length > 0) throw new ApiError("bulk_changed", { groupName: group.name });
  const userIds = affected.map(({ userId }) => userId);
  return new Allowed(policy, MANY[action], { group, userIds }, group.reader);
}

/** A person decides on removals that were held. */
export function requireHeldDecision(actor: UserActor, groupId: string) {
  requireAdministrator(actor);
  return new Allowed(policy, "decideHeld", { group: { id: groupId } }, actor);
}

function requireAdministrator({ isAdmin }: UserActor) {
  if (!isAdmin) throw new ApiError("administrators_only");
}

// ── Muster by itself ──────────────────────────────────────────────────────────────────────────

/** What nobody asks for at that moment, with whom the log names. A route must not come by it (`.oxlint/rooms.ts`). */
const BY_ITSELF = {
  /** The requirements of a group add who meets them. */
  enrol: "rule",
  /** A review is opened by its schedule. */
  openReview: "job",
  /** A review ends by its time, with the verdicts that reviewers have given. */
  endReview: "job",
} as const;

export function allowedBySystem<Act extends keyof typeof BY_ITSELF>(act: Act, groupId: string) {
  return new Allowed(policy, act, { group: { id: groupId } }, BY_ITSELF[act]);
}
