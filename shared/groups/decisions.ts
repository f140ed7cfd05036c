/** The requester may read the reason. Counted in Unicode code points. */
export const REJECTION_REASON_MAX_LENGTH = 300;

/** How many join requests one call decides. */
export const MAX_DECIDED_AT_ONCE = 100;

/** How long its decider can undo a decision. Longer than the toast, which waits while it is hovered or focused. */
export const UNDO_SECONDS = 300;
