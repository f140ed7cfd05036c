import { readStored, writeStored } from "#web/lib/storage.ts";

const KEY = "muster.authorization";
const AWAITED_KEY = "muster.awaited-membership";

/**
 * The authorization request of this tab, as the search of its address. A visitor who is signed out goes to EVE and comes back to the
 * page without it, because it may be longer than a return path. Where storage is blocked, the visitor starts again at the application.
 */
export function keepRequest(search: string): string {
  if (search === "") return readStored("session", KEY) ?? "";
  writeStored("session", KEY, search);
  return search;
}

type Awaited = { groupId: string; applicationName: string };

/** The request goes on once the user is a member of this group. */
export function awaitMembership({ groupId, applicationName }: Awaited): void {
  writeStored("session", AWAITED_KEY, `${groupId} ${applicationName}`);
}

/** The application that waits in this tab for the user to be a member of the group. */
export function awaitedBy(groupId: string): string | undefined {
  const awaited = readStored("session", AWAITED_KEY);
  return awaited?.startsWith(`${groupId} `) ? awaited.slice(groupId.length + 1) : undefined;
}

export function forgetRequest(): void {
  writeStored("session", KEY, null);
  writeStored("session", AWAITED_KEY, null);
}
