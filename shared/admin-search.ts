import { countSchema } from "./answer.ts";
import * as z from "zod/mini";
import { pilotEntrySchema } from "#shared/pilots/pilots.ts";

/** How many of each kind a search answers. */
export const FOUND_LIMIT = 6;

/** Without a text: the first of each kind by name, and no pilots. */
export const adminSearchQuerySchema = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(64))),
});

const foundGroupSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  categoryName: z.string(),
  memberCount: countSchema,
});
const foundCorporationSchema = z.strictObject({
  corporationId: z.int(),
  name: z.string(),
  ticker: z.string(),
  isActive: z.boolean(),
});
/** A Discord server or an application. */
const foundServiceSchema = z.strictObject({ id: z.string(), name: z.string(), isOn: z.boolean() });

/** `GET /api/admin/search`: what the palette of an administrator finds by name, the best match of each kind first. */
export const adminSearchSchema = z.strictObject({
  pilots: z.array(pilotEntrySchema),
  groups: z.array(foundGroupSchema),
  corporations: z.array(foundCorporationSchema),
  servers: z.array(foundServiceSchema),
  applications: z.array(foundServiceSchema),
});
export type AdminSearch = z.infer<typeof adminSearchSchema>;
