/** In this tab only. */
const KEY = "muster.authorization";
const AWAITED_KEY = "muster.awaited-membership";

/**
 * The authorization request of this tab, as the search of its address. A visitor who is signed out goes to EVE and comes back to the
 * page without it, because it may be longer than a return path.
 */
export function keepRequest(search: string): string {
  try {
    if (search === "") return sessionStorage.getItem(KEY) ?? "";
    sessionStorage.setItem(KEY, search);
  } catch {
    // Storage is blocked: the visitor starts again at the application.
  }
  return search;
}

type Awaited = { groupId: string; applicationName: string };

/** The request goes on once the user is a member of this group. */
export function awaitMembership({ groupId, applicationName }: Awaited): void {
  try {
    sessionStorage.setItem(AWAITED_KEY, `${groupId} ${applicationName}`);
  } catch {
    // Storage is blocked: the user starts again at the application.
  }
}

/** The application that waits in this tab for the user to be a member of the group. */
export function awaitedBy(groupId: string): string | undefined {
  try {
    const awaited = sessionStorage.getItem(AWAITED_KEY);
    return awaited?.startsWith(`${groupId} `) ? awaited.slice(groupId.length + 1) : undefined;
  } catch {
    return undefined;
  }
}

export function forgetRequest(): void {
  try {
    sessionStorage.removeItem(KEY);
    sessionStorage.removeItem(AWAITED_KEY);
  } catch {
    // Storage is blocked: there is none.
  }
}
