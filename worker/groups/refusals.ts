import { ApiError } from "#worker/http/api-error.ts";
import type { GroupRow } from "./group-row.ts";
import type { MemberRow } from "./member-store.ts";

// Why a group says no, when policy.ts has said that it does.

type Asked = Pick<GroupRow, "name" | "role" | "joinMode">;
type Named = Pick<GroupRow, "name">;
type Person = Pick<MemberRow, "role" | "mainCharacterName">;

export function alreadyMember(name: string): ApiError {
  return new ApiError("conflict", `You are already a member of ${name}.`);
}

export function joinRefusal({ name, role, joinMode }: Asked): ApiError {
  if (role !== null) return alreadyMember(name);
  return joinMode === "approval"
    ? new ApiError("forbidden", `${name} admits members on request. Send a join request.`)
    : new ApiError("forbidden", `${name} admits members by invitation only.`);
}

export function leaveRefusal({ name, role }: Omit<Asked, "joinMode">): ApiError {
  return role === "owner"
    ? new ApiError("conflict", `You own ${name}. Transfer it to another member before you leave.`)
    : new ApiError("conflict", `You are not a member of ${name}.`);
}

export function removalRefusal({ name }: Named, member: Person): ApiError {
  return member.role === "owner"
    ? new ApiError("conflict", `${nameOf(member)} owns ${name} and cannot be removed.`)
    : new ApiError("forbidden", `Only the owner of ${name} may remove an admin.`);
}

export function appointmentRefusal({ name }: Named, member: Person): ApiError {
  const role = member.role === "owner" ? "the owner" : "an admin";
  return new ApiError("conflict", `${nameOf(member)} is already ${role} of ${name}.`);
}

export function dismissalRefusal({ name }: Named, member: Person): ApiError {
  const who = nameOf(member);
  return member.role === "owner"
    ? new ApiError("conflict", `${who} owns ${name}. Transfer it to another member first.`)
    : new ApiError("conflict", `${who} is not an admin of ${name}.`);
}

export function transferRefusal({ name }: Named, member: Person): ApiError {
  return new ApiError("conflict", `${nameOf(member)} owns ${name} already.`);
}

function nameOf({ mainCharacterName }: Person): string {
  return mainCharacterName ?? "This player";
}
