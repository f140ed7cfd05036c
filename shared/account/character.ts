import * as z from "zod/mini";

/** EVE's character ids are 32-bit today and fit a JavaScript integer for good. */
export const characterIdSchema = z.int().check(z.positive());

/**
 * What Muster knows of a character's EVE authorization. `unknown`: EVE could not be asked.
 * `revoked`: EVE said that the grant is gone, or there never was one.
 */
export const tokenStateSchema = z.enum(["ok", "unknown", "revoked"]);
export type TokenState = z.infer<typeof tokenStateSchema>;

/** The token of a character; `none`: there never was one. */
export const tokenMarkSchema = z.union([tokenStateSchema, z.literal("none")]);
export type TokenMark = z.infer<typeof tokenMarkSchema>;
