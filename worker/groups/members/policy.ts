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
    ? new ApiError("forbidden", `${name} admits members on request. Send a join request.`)
    : new ApiError("forbidden", `${name} admits members by invitation only.`);
}

export function leaveRefusal({ name, role, enrolment }: Omit<Group, "joinMode">): ApiError {
  if (enrolment === "automatic" && role !== null && role !== "owner") {
    return new ApiError(
      "conflict",
      `You meet the requirements of ${name}, so you are a member. You cannot leave.`,
    );
  }
  return role === "owner"
    ? new ApiError("conflict", `You own ${name}. Transfer it to another member before you leave.`)
    : new ApiError("conflict", `You are not a member of ${name}.`);
}

export function removalRefusal({ name, enrolment }: Enrolling, member: Member): ApiError {
  if (enrolment === "automatic" && member.role !== "owner") {
    return new ApiError(
      "conflict",
      `The requirements of ${name} decide who is a member. Change them to remove somebody.`,
    );
  }
  return member.role === "owner"
    ? new ApiError("conflict", `${nameOf(member)} owns ${name} and cannot be removed.`)
    : new ApiError("forbidden", `Only the owner of ${name} can remove an admin.`);
}

export function appointmentRefusal({ name }: Named, member: Member): ApiError {
  if (member.emergencyId !== null) return inEmergency(member);
  if (member.role === "member") return suspendedMember(member);
  const role = member.role === "owner" ? "the owner" : "an admin";
  return new ApiError("conflict", `${nameOf(member)} is already ${role} of ${name}.`);
}

export function dismissalRefusal({ name }: Named, member: Member): ApiError {
  const who = nameOf(member);
  return member.role === "owner"
    ? new ApiError("conflict", `${who} owns ${name}. Transfer it to another member first.`)
    : new ApiError("conflict", `${who} is not an admin of ${name}.`);
}

export function transferRefusal({ name }: Named, member: Member): ApiError {
  if (member.emergencyId !== null) return inEmergency(member);
  if (member.role !== "owner") return suspendedMember(member);
  return new ApiError("conflict", `${nameOf(member)} already owns ${name}.`);
}

function inEmergency(member: Member): ApiError {
  return new ApiError(
    "conflict",
    `${nameOf(member)} has emergency access for some hours, and cannot get another role.`,
  );
}

function suspendedMember(member: Member): ApiError {
  return new ApiError(
    "conflict",
    `${nameOf(member)} is suspended and cannot get a role until the suspension ends.`,
  );
}

function nameOf({ mainCharacterName }: Member): string {
  return mainCharacterName ?? "This player";
}
