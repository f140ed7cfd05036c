// Without zod: the page needs these.

export const MAX_WATCH_ENTRIES = 5000;
/** An entry ends after these days, unless a keeper confirms it. */
export const WATCH_DAYS = 180;
export const MAX_WATCH_DAYS = 366;
export const WATCH_REASON_MAX = 500;
export const WATCH_LINK_MAX = 500;
/** An entry that ends within these days is due for a review. */
export const WATCH_DUE_DAYS = 14;
export const WATCH_SEARCH_MAX = 100;
export const MAX_SHOWN_HITS = 50;
/** A preview names so many of those whom an entry would hit, or who would lose a group. */
export const MAX_PREVIEWED = 20;

/** Entries of one request that imports: each is compared with everything that is known. */
export const MAX_IMPORTED = 50;
