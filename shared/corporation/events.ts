import * as z from "zod/mini";

export const corporationEventKindSchema = z.enum([
  "corporation_added",
  "corporation_updated",
  "corporation_removed",
  "director_added",
  "director_updated",
  "director_removed",
  "director_healthy",
  "director_unhealthy",
  "roster_viewed",
]);
export type CorporationEventKind = z.infer<typeof corporationEventKindSchema>;
