/** What ESI remembers between requests. */
export type EsiState = {
  /** Answers by path and query, until they expire and as long as their ETag is wanted. */
  cache: Map<string, CachedAnswer>;
  /** The fixed window of the old error limit. */
  errors: { windowStart: number; count: number };
  /** The sliding windows of the new rate limit: what was spent, by group and payer. */
  spent: Map<string, { at: number; tokens: number }[]>;
};

export type CachedAnswer = {
  /** Undefined when it is too large to keep; it is then made anew from the same state. */
  body: string | undefined;
  etag: string;
  lastModified: number;
  expiresAt: number;
  pages: number | undefined;
};

export function newEsiState(): EsiState {
  return { cache: new Map(), errors: { windowStart: 0, count: 0 }, spent: new Map() };
}
