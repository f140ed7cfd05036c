import * as z from "zod/mini";
import { optionalText, toLine } from "./text.ts";

export const COMMUNITY_NAME_MAX_LENGTH = 40;
export const WELCOME_MAX_LENGTH = 600;

/** The logo is an image of EVE's image server, so Muster stores and serves no file. */
export const logoSchema = z.object({
  kind: z.enum(["alliance", "corporation"]),
  id: z.int().check(z.positive()),
});
export type Logo = z.infer<typeof logoSchema>;

/** What visitors see before they sign in. Null: not set. */
export const communitySchema = z.object({
  name: z.nullable(z.string()),
  welcome: z.nullable(z.string()),
  logo: z.nullable(logoSchema),
});
export type Community = z.infer<typeof communitySchema>;

const nameSchema = z.pipe(
  z
    .string()
    .check(
      z.overwrite(toLine),
      z.maxLength(
        COMMUNITY_NAME_MAX_LENGTH,
        `Name must be ${COMMUNITY_NAME_MAX_LENGTH} characters or less`,
      ),
    ),
  z.transform((text) => (text === "" ? null : text)),
);

/** `PUT /admin/community`. `version`: of the settings that were edited. */
export const updateCommunitySchema = z.object({
  name: z.nullable(nameSchema),
  welcome: optionalText("Welcome text", WELCOME_MAX_LENGTH),
  logo: z.nullable(logoSchema),
  version: z.int(),
});
export type UpdateCommunity = z.output<typeof updateCommunitySchema>;

/** `GET /admin/community`. */
export type CommunitySettings = Community & {
  /** The name of the logo's alliance or corporation, if it is known. */
  logoName: string | null;
  version: number;
};
