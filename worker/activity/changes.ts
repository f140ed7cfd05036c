import type { GroupEventDetail } from "#shared/activity.ts";

type Changes = NonNullable<GroupEventDetail["changes"]>;

/** Which of the fields differ, before and after; undefined when none does. */
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
