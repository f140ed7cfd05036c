// Without zod: the page's entry needs this.

/** The shortest search for a character by name. */
export const SEARCH_MIN_LENGTH = 2;
