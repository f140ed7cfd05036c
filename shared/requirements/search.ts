import * as z from "zod/mini";
import type { FactKind } from "#shared/applications/facts.ts";
import { idInPath } from "#shared/corporations/corporations.ts";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";

/** EVE's longest names have 50 letters, and its route takes 100. */
const SEARCH_MAX_LENGTH = 100;

/** `GET /requirements/search`: the beginning of a known name, or the whole name of any other in EVE, as of all pilots. */
export const eveSearchQuerySchema = z.object({
  kind: z.enum(["corporation", "alliance", "pilot"]),
  q: z.string().check(z.trim(), z.minLength(SEARCH_MIN_LENGTH), z.maxLength(SEARCH_MAX_LENGTH)),
});
export type EveSearchQuery = z.infer<typeof eveSearchQuerySchema>;

/** A corporation, an alliance or a pilot. `ticker` of managed corporations only. */
export type EveHit = { id: number; name: string; ticker: string | null };
export type EveHits = { items: EveHit[] };

/** `GET /requirements/titles`, for system administrators. */
export const titlesQuerySchema = z.object({ corporationId: idInPath("must be a corporation id") });

/** `GET /requirements/discord-servers`, for system administrators: those that Muster manages. */
export type ManagedServers = { servers: { id: string; name: string; isOn: boolean }[] };

/** `problem`: why the titles could not be read, in words. */
export type CorporationTitles = {
  titles: { titleId: number; name: string }[];
  problem: string | null;
};

/** A fact that requirements can ask for. `isOn`: its application is. */
export type DeclaredFact = {
  id: string;
  title: string;
  application: string;
  kind: FactKind;
  options: string[];
  maxAgeHours: number;
  isOn: boolean;
};

/** `GET /requirements/facts`, for system administrators. */
export type DeclaredFacts = { facts: DeclaredFact[] };
