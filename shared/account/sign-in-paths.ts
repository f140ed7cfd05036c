// Without zod: the page's entry needs this.

/** With it, the four cookies of unfinished sign-ins stay far below the 8 KB that servers accept of all headers. */
const MAX_LENGTH = 500;

/**
 * A path within this site, with query and fragment as browsers write them. A list of what is allowed instead of what is not:
 * no "//", "\\", "..", control character or percent-encoding can stand in the path, so that every parser of URLs agrees
 * that it stays on this origin (https://url.spec.whatwg.org/#url-parsing).
 */
const RETURN_PATH = /^(?:\/[\w-]+)+\/?(?:\?[!-"$-[\]-~]*)?(?:#[\w=-]*)?$/;

/** Whether a sign-in may end at this address. */
export function isReturnPath(text: string): boolean {
  return text.length <= MAX_LENGTH && RETURN_PATH.test(text);
}

/**
 * The paths of the callback URL that may be registered with EVE: Muster's own, and those of Alliance Auth, SeAT and Neucore,
 * so that a community that moves in keeps its EVE application as it is. The SPA serves all of them; `EVE_CALLBACK_PATH`
 * selects the one that sign-ins use.
 */
export const EVE_CALLBACK_PATHS = [
  "/auth/callback",
  "/sso/callback",
  "/auth/eve/callback",
  "/login-callback",
] as const;
