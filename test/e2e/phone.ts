/** The size of a small phone. */
export const PHONE = { width: 375, height: 800 };
