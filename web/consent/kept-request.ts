/** In this tab only. */
const KEY = "muster.authorization";

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

export function forgetRequest(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: there is none.
  }
}
