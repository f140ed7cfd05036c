import { COUNT_LIMIT } from "#shared/applications/counts.ts";
import { formatCount, formatInteger } from "#web/lib/format.ts";

/** "1 person", "12 people", "999+ people": more are not counted. */
export function countText(count: number, singular: string, plural = `${singular}s`): string {
  return count < COUNT_LIMIT
    ? formatCount(count, singular, plural)
    : `${formatInteger(COUNT_LIMIT - 1)}+ ${plural}`;
}
