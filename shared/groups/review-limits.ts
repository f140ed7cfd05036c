// Without zod: the pages of reviews read these.

export const MAX_REVIEW_MONTHS = 12;
export const MAX_REVIEW_DAYS = 60;
/** How long a review of the schedule is open. */
export const REVIEW_DAYS = 14;
/** Larger groups are not reviewed by hand. */
export const MAX_REVIEWED = 2000;
/** How many members a page has, and how many one request decides. */
export const REVIEWED_PER_PAGE = 200;
/** For how many groups an administrator asks at once. */
export const MAX_REVIEWS = 100;
