const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Compares two lists regardless of their order: the number of items and the sum of their hashes. */
export type Fingerprint = { count: number; sum: number };

const NOTHING: Fingerprint = { count: 0, sum: 0 };

export function fingerprint(items: Iterable<unknown>, onto: Fingerprint = NOTHING): Fingerprint {
  let { count, sum } = onto;
  for (const item of items) {
    count += 1;
    // 32 bits each: a sum of a million stays far below 2^53.
    sum += hash(JSON.stringify(item));
  }
  return { count, sum };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = FNV_OFFSET;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), FNV_PRIME);
  }
  return value >>> 0;
}
