import * as z from "zod/mini";

/** Lists longer than this are handed out page by page. */
export const PAGE_SIZE = 100;

const MAX_CURSOR_LENGTH = 4096;

/** `nextCursor` of one page asks for the next; it means nothing to a client. */
export const cursorSchema = z.string().check(z.minLength(1), z.maxLength(MAX_CURSOR_LENGTH));

export const pageQuerySchema = z.object({ cursor: z.optional(cursorSchema) });

/** One page of a list. `total` counts the whole list; `nextCursor` is null on the last page. */
export type Page<Item> = { items: Item[]; total: number; nextCursor: string | null };

/**
 * Names one row of a table; ours are random, seeded ones may be words. `__proto__` is no name of a property: zod leaves it out of
 * records.
 */
export const idSchema = z.string().check(z.regex(/^(?!__proto__$)[\w-]{1,64}$/, "must be an id"));

export const idParamSchema = z.object({ id: idSchema });

/** The most digits that an id of EVE may have. */
const MAX_EVE_ID_DIGITS = 15;

/** EVE's id of a character, a corporation or a title in an address. */
export const idInPath = (message: string) =>
  z.pipe(
    z.string().check(z.regex(new RegExp(`^[1-9]\\d{0,${MAX_EVE_ID_DIGITS - 1}}$`), message)),
    z.transform(Number),
  );
