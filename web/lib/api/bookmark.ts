import { BOOKMARK_HEADER } from "#shared/errors/error.ts";

/** The newest state of the database that this tab has seen: the server answers with one that is no older. */
let bookmark = "";

/**
 * When this window gets the focus: another tab, or a popup of this one, may have written. Without a bookmark, the server reads what is
 * newest.
 */
export function forgetBookmark(): void {
  bookmark = "";
}

/** Not while another window has the focus, for the same reason. */
export function sendBookmark(headers: Headers): void {
  if (bookmark && document.hasFocus()) headers.set(BOOKMARK_HEADER, bookmark);
}

/** Answers may arrive in another order: bookmarks sort from the oldest to the newest. */
export function noteBookmark({ headers }: Response): void {
  const told = headers.get(BOOKMARK_HEADER);
  if (told && told > bookmark) bookmark = told;
}
