import * as z from "zod/mini";

/** EVE's character ids are 32-bit today and fit a JavaScript integer for good. */
export const characterIdSchema = z.int().check(z.positive());
