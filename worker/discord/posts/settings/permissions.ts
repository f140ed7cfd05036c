import type { Channel } from "#worker/discord/posts/endpoints.ts";

/** https://discord.com/developers/docs/topics/permissions */
const ADMINISTRATOR = 1n << 3n;
const VIEW_CHANNEL = 1n << 10n;
const SEND_MESSAGES = 1n << 11n;
/** Without it, Discord leaves out the part of a message that has the requests. */
const EMBED_LINKS = 1n << 14n;
const ALL = (1n << 64n) - 1n;

type Server = { id: string; ownerId: string; roles: { id: string; permissions: string }[] };
type Member = { id: string; roles: readonly string[] };

/**
 * Whether a member may write in a channel: the roles, then what the channel changes for everybody, for the roles, and for the
 * member. https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
export function mayWrite(server: Server, channel: Channel, member: Member): boolean {
  const needed = VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS;
  return (permissionsIn(server, channel, member) & needed) === needed;
}

function permissionsIn(server: Server, channel: Channel, member: Member): bigint {
  const base = server.roles
    .filter(({ id }) => id === server.id || member.roles.includes(id))
    .reduce((sum, { permissions }) => sum | BigInt(permissions), 0n);
  if (member.id === server.ownerId || (base & ADMINISTRATOR) !== 0n) return ALL;
  const { permission_overwrites: overwrites } = channel;
  const steps = [
    overwrites.filter(({ id }) => id === server.id),
    overwrites.filter(({ id }) => id !== server.id && member.roles.includes(id)),
    overwrites.filter(({ id }) => id === member.id),
  ];
  return steps.reduce((permissions, step) => {
    const allow = step.reduce((sum, one) => sum | BigInt(one.allow), 0n);
    const deny = step.reduce((sum, one) => sum | BigInt(one.deny), 0n);
    return (permissions & ~deny) | allow;
  }, base);
}
