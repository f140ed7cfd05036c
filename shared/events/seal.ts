/**
 * The newest seal of the log when an answer about the past was read: with its fingerprint, `npm run audit:verify` shows later
 * whether the log was changed since. Null: nothing is sealed yet.
 */
export type NotedSeal = { fingerprint: string; sealedAt: string } | null;
