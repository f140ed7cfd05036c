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
