import { countSchema } from "./answer.ts";
import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import { idSchema } from "./page.ts";
import { MAX_GRACE_DAYS, REFUSALS } from "#shared/requirements/limits.ts";
import { optionalText, toLine } from "./text.ts";

export const COMMUNITY_NAME_MAX_LENGTH = 40;
export const WELCOME_MAX_LENGTH = 600;

/** The logo is an image of EVE's image server, so Muster stores and serves no file. */
const logoSchema = z.object({
  kind: z.enum(["alliance", "corporation"]),
  id: z.int().check(z.positive()),
});
export type Logo = z.infer<typeof logoSchema>;

/** What visitors see before they sign in. Null: not set. */
export const communitySchema = z.strictObject({
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
        english`Name must be ${COMMUNITY_NAME_MAX_LENGTH} characters or less`,
      ),
    ),
  z.transform((text) => (text === "" ? null : text)),
);

/** `PUT /admin/community`. `version`: of the settings that were edited. */
export const updateCommunitySchema = z.object({
  name: z.nullable(nameSchema),
  welcome: optionalText(
    WELCOME_MAX_LENGTH,
    english`Welcome text must be ${WELCOME_MAX_LENGTH} characters or less`,
  ),
  logo: z.nullable(logoSchema),
  version: z.int(),
});
export type UpdateCommunity = z.output<typeof updateCommunitySchema>;

/** `PUT /admin/community/members`. Users who are not members of the group are guests. Null: there are no guests. */
export const updateMembersSchema = z.object({
  groupId: z.nullable(idSchema),
  graceDays: z
    .int(REFUSALS.grace)
    .check(z.gte(0, REFUSALS.grace), z.lte(MAX_GRACE_DAYS, REFUSALS.grace)),
  version: z.int(),
});
export type UpdateMembers = z.infer<typeof updateMembersSchema>;

/** `GET /admin/community/members/preview`: what choosing this group would do now. */
export const previewMembersSchema = z.object({ groupId: idSchema });

export const membersPreviewSchema = z.strictObject({
  users: countSchema,
  /** Members of the group. */
  members: countSchema,
  /** Members of groups that are not open to guests who are not members of this group, by group. Without owners, who stay. */
  endings: z.array(
    z.strictObject({ groupId: idSchema, groupName: z.string(), count: countSchema }),
  ),
});
export type MembersPreview = z.infer<typeof membersPreviewSchema>;

/** `GET /admin/community`. */
export const communitySettingsSchema = z.extend(communitySchema, {
  /** The name of the logo's alliance or corporation, if it is known. */
  logoName: z.nullable(z.string()),
  /** The group whose members belong to the community. Null: there are no guests. */
  members: z.nullable(z.strictObject({ groupId: idSchema, groupName: z.string() })),
  graceDays: countSchema,
  version: countSchema,
});
export type CommunitySettings = z.infer<typeof communitySettingsSchema>;
