/** ESI's state between requests. */
export type EsiState = {
  /** Responses by path and query: the body until it expires, then the ETag. */
  cache: Map<string, CachedAnswer>;
  /** What the affiliation route answers of a character, until then. */
  affiliations: Map<number, { answer: object; expiresAt: number }>;
  /** The fixed window of the old error limit. */
  errors: { windowStart: number; count: number };
  /** The sliding windows of the new rate limit: tokens spent, by group and payer. */
  spent: Map<string, { at: number; tokens: number }[]>;
};

export type CachedAnswer = {
  /** Undefined when it is too large to keep; it is then generated again from the same state. */
  body: string | undefined;
  etag: string;
  lastModified: number;
  expiresAt: number;
  pages: number | undefined;
};

export function newEsiState(): EsiState {
  return {
    cache: new Map(),
    affiliations: new Map(),
    errors: { windowStart: 0, count: 0 },
    spent: new Map(),
  };
}
