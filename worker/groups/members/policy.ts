import { english } from "#shared/english.ts";
import type { GroupAbilities, GroupMember, GroupRole, JoinMode } from "#shared/groups/groups.ts";
import type { Enrolment } from "#shared/requirements/rule.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { alreadyMember, enrolsAutomatically } from "./add-member.ts";

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
  if (role !== null) return alreadyMember(name);
  if (enrolment === "automatic") return enrolsAutomatically(name);
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
