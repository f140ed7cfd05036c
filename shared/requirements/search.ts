import * as z from "zod/mini";
import { factKindSchema } from "#shared/facts.ts";
import { idInPath } from "#shared/page.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";

/** EVE's longest names have 50 letters, and its route takes 100. */
const SEARCH_MAX_LENGTH = 100;

/** `GET /requirements/search`: the beginning of a known name, or the whole name of any other in EVE, as of all pilots. */
export const eveSearchQuerySchema = z.object({
  kind: z.enum(["corporation", "alliance", "pilot"]),
  q: z.string().check(z.trim(), z.minLength(SEARCH_MIN_LENGTH), z.maxLength(SEARCH_MAX_LENGTH)),
});
export type EveSearchQuery = z.infer<typeof eveSearchQuerySchema>;

/** A corporation, an alliance or a pilot. `ticker` of managed corporations only. */
const eveHitSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  ticker: z.nullable(z.string()),
});
export type EveHit = z.infer<typeof eveHitSchema>;
export const eveHitsSchema = z.strictObject({ items: z.array(eveHitSchema) });
export type EveHits = z.infer<typeof eveHitsSchema>;

/** `GET /requirements/titles`, for system administrators. */
export const titlesQuerySchema = z.object({ corporationId: idInPath("must be a corporation id") });

/** `GET /requirements/discord-servers`, for system administrators: those that Muster manages. */
export const managedServersSchema = z.strictObject({
  servers: z.array(z.strictObject({ id: z.string(), name: z.string(), isOn: z.boolean() })),
});
export type ManagedServers = z.infer<typeof managedServersSchema>;

/** `problem`: why the titles could not be read, in words. */
export const corporationTitlesSchema = z.strictObject({
  titles: z.array(z.strictObject({ titleId: z.int(), name: z.string() })),
  problem: z.nullable(z.string()),
});
export type CorporationTitles = z.infer<typeof corporationTitlesSchema>;

/** A fact that requirements can ask for. `isOn`: its application is. */
const declaredFactSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  application: z.string(),
  kind: factKindSchema,
  options: z.array(z.string()),
  maxAgeHours: z.int(),
  isOn: z.boolean(),
});
export type DeclaredFact = z.infer<typeof declaredFactSchema>;

/** `GET /requirements/facts`, for system administrators. */
export const declaredFactsSchema = z.strictObject({ facts: z.array(declaredFactSchema) });
export type DeclaredFacts = z.infer<typeof declaredFactsSchema>;
