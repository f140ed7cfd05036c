/** The first millisecond of 2015: https://docs.discord.com/developers/reference#snowflakes */
const EPOCH_MS = 1_420_070_400_000n;

/** One count for all worlds: tests of one file share a database. */
let created = 0n;

/** A new id with this time in it, in milliseconds. Ids are larger than a JavaScript number can hold. */
export function newSnowflake(ms: number): string {
  created += 1n;
  return snowflakeAt(ms, created);
}

/** An id of this time; `number` is below 2^22 and distinguishes the ids of one millisecond. */
export function snowflakeAt(ms: number, number: bigint): string {
  return String(((BigInt(Math.floor(ms)) - EPOCH_MS) << 22n) | (number & 0x3f_ffffn));
}

/** The time of an id in milliseconds. */
export function snowflakeTime(id: string): number {
  return Number((BigInt(id) >> 22n) + EPOCH_MS);
}

/** Oldest first. */
export function bySnowflake(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}
