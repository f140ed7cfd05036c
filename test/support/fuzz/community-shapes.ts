import * as z from "zod/mini";
import { communitySchema } from "#shared/community.ts";
import type { CommunitySettings, MembersPreview } from "#shared/community.ts";
import { sessionSchema } from "#shared/session.ts";
import { count, id, orNull } from "./shapes.ts";

export const communitySettings: z.ZodMiniType<CommunitySettings> = z.strictObject({
  ...communitySchema.shape,
  logoName: orNull(z.string()),
  members: orNull(z.strictObject({ groupId: id, groupName: z.string() })),
  graceDays: count,
  version: count,
});
export const membersPreview: z.ZodMiniType<MembersPreview> = z.strictObject({
  users: count,
  members: count,
  endings: z.array(z.strictObject({ groupId: id, groupName: z.string(), count })),
});
export const session = z.extend(sessionSchema, { community: z.optional(communitySchema) });
