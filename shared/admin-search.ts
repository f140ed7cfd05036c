import * as z from "zod/mini";
import type { PilotEntry } from "#shared/pilots/pilots.ts";

/** How many of each kind a search answers. */
export const FOUND_LIMIT = 6;

/** Without a text: the first of each kind by name, and no pilots. */
export const adminSearchQuerySchema = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(64))),
});

type FoundGroup = { id: string; name: string; categoryName: string; memberCount: number };
type FoundCorporation = {
  corporationId: number;
  name: string;
  ticker: string;
  isActive: boolean;
};
/** A Discord server or an application. */
type FoundService = { id: string; name: string; isOn: boolean };

/** `GET /api/admin/search`: what the palette of an administrator finds by name, the best match of each kind first. */
export type AdminSearch = {
  pilots: PilotEntry[];
  groups: FoundGroup[];
  corporations: FoundCorporation[];
  servers: FoundService[];
  applications: FoundService[];
};
