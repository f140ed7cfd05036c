import * as z from "zod/mini";

/** Discord's ids are 64-bit numbers: they are text everywhere, since JavaScript would round them. */
export const snowflakeSchema = z.string().check(z.regex(/^\d{1,19}$/, "must be a Discord id"));
