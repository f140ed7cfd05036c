import type { GroupAbilities, GroupMember, GroupRole, JoinMode } from "#shared/groups/groups.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { alreadyMember } from "./add-member.ts";

type Group = { name: string; joinMode: JoinMode; role: GroupRole | null };
type Named = Pick<Group, "name">;
type Member = { role: GroupRole; mainCharacterName: string | null };

/** What an actor with these abilities in the group may do with one of its members. A suspended member gets no role. */
export function memberAbilitiesOf(
  can: GroupAbilities,
  role: GroupRole,
  isSuspended: boolean,
): GroupMember["can"] {
  const isOwner = role === "owner";
  return {
    // Actors who appoint admins also remove them; admins remove plain members only.
    remove: !isOwner && (can.manageAdmins || (can.manageMembers && role === "member")),
    makeAdmin: can.manageAdmins && role === "member" && !isSuspended,
    removeAdmin: can.manageAdmins && role === "admin",
    makeOwner: can.transfer && !isOwner && !isSuspended,
  };
}

// ── The errors for what the abilities exclude ─────────────────────────────────────────────────

export function joinRefusal({ name, role, joinMode }: Group): ApiError {
  if (role !== null) return alreadyMember(name);
  return joinMode === "approval"
    ? new ApiError("forbidden", `${name} admits members on request. Send a join request.`)
    : new ApiError("forbidden", `${name} admits members by invitation only.`);
}

export function leaveRefusal({ name, role }: Omit<Group, "joinMode">): ApiError {
  return role === "owner"
    ? new ApiError("conflict", `You own ${name}. Transfer it to another member before you leave.`)
    : new ApiError("conflict", `You are not a member of ${name}.`);
}

export function removalRefusal({ name }: Named, member: Member): ApiError {
  return member.role === "owner"
    ? new ApiError("conflict", `${nameOf(member)} owns ${name} and cannot be removed.`)
    : new ApiError("forbidden", `Only the owner of ${name} can remove an admin.`);
}

export function appointmentRefusal({ name }: Named, member: Member): ApiError {
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
  if (member.role !== "owner") return suspendedMember(member);
  return new ApiError("conflict", `${nameOf(member)} already owns ${name}.`);
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
