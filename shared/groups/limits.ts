// Without zod: pages of requests and reviews read these.

/** The requester may read the reason. Counted in Unicode code points. */
export const REJECTION_REASON_MAX_LENGTH = 300;

/** How many join requests one call decides. */
export const MAX_DECIDED_AT_ONCE = 100;

/** How long its decider can undo a decision. Longer than the toast, which waits while it is hovered or focused. */
export const UNDO_SECONDS = 300;

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
