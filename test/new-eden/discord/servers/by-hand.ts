import type { World } from "#test/new-eden/world.ts";
import { changeNick, changeRoles, recordAudit } from "./audit-log.ts";
import { banUser } from "./bans.ts";
import { insertRole, removeMember } from "./server.ts";
import type { Member, Role, Server } from "./server.ts";

/** What a person changes by hand in Discord; `actorId` is the owner by default. */
export type HandEdit = {
  add?: string[];
  remove?: string[];
  nick?: string | null;
  pending?: boolean;
  actorId?: string;
};

/** The audit log has an entry for each change, without a reason. */
export function editMember(world: World, server: Server, member: Member, edit: HandEdit) {
  const { add = [], remove = [], nick, pending, actorId = server.ownerId } = edit;
  const author = { actorId, reason: undefined };
  const kept = member.roles.filter((id) => !remove.includes(id) && !add.includes(id));
  changeRoles(world, server, author, member, [...kept, ...add]);
  if (nick !== undefined) changeNick(world, server, author, member, nick);
  if (pending !== undefined) member.pending = pending;
}

/** Gives a role by hand, or takes it. */
export function toggleRole(world: World, server: Server, member: Member, roleId: string) {
  const roles = [roleId];
  editMember(
    world,
    server,
    member,
    member.roles.includes(roleId) ? { remove: roles } : { add: roles },
  );
}

/** Kicks or bans a member. */
export function expel(world: World, server: Server, { userId }: Member, how: "kick" | "ban") {
  const author = { actorId: server.ownerId, reason: undefined };
  if (how === "ban") banUser(world, server, author, userId);
  else {
    removeMember(server, userId);
    recordAudit(world, server, author, { action: "member_kick", targetId: userId });
  }
}

/** A role is moved by its `position`; the others make room. */
export function changeRole(
  server: Server,
  role: Role,
  { position, ...change }: Partial<Omit<Role, "id" | "botId">>,
) {
  Object.assign(role, change);
  if (position !== undefined) {
    role.position = position;
    insertRole(server, role);
  }
}
