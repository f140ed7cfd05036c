/** The seeded system administrator. */
export const AURELIA_VOSS_ID = 2_112_000_001;
