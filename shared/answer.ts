import * as z from "zod/mini";

// What answers are made of. Their schemas stand beside what requests need, and the product imports only their types:
// docs/decisions/0117-an-answer-is-a-schema.md.

/** As `toISOString` writes it. */
export const instantSchema = z.iso.datetime({ precision: 3 });

/** How many there are. */
export const countSchema = z.uint32();

/** One page of a list. `total` counts the whole list; `nextCursor` is null on the last page. */
// @__NO_SIDE_EFFECTS__
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({
    items: z.array(item),
    total: countSchema,
    nextCursor: z.nullable(z.string()),
  });
}

/**
 * The newest seal of the log when an answer about the past was read: with its fingerprint, `npm run audit:verify` shows later
 * whether the log was changed since. Null: nothing is sealed yet.
 */
export const notedSealSchema = z.nullable(
  z.strictObject({ fingerprint: z.string(), sealedAt: instantSchema }),
);
export type NotedSeal = z.infer<typeof notedSealSchema>;
