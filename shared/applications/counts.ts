// Without zod: pages of the SPA need it.

/** People, sessions and messages of an application are counted up to this number. */
export const COUNT_LIMIT = 1000;
