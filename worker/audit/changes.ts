import type { EventDetail } from "#shared/activity.ts";

type Changes = NonNullable<EventDetail["changes"]>;

/** The fields that differ, before and after; undefined if none does. */
export function changesBetween<Field extends string>(
  before: Record<Field, string | null>,
  after: Record<Field, string | null>,
  fields: readonly Field[],
): Changes | undefined {
  const changed = fields.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(
    changed.map((field) => [field, { from: before[field], to: after[field] }]),
  );
}
