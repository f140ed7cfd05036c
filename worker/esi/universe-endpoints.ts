import * as z from "zod/mini";
import { get, post } from "./endpoint.ts";

/**
 * The body is at most a thousand unique ids, never of structures. One that EVE does not know spoils the
 * whole batch: 404.
 */
export const postNames = post(
  "/universe/names",
  z.array(z.object({ id: z.int(), name: z.string(), category: z.string() })),
);

/** 403 where the character may not dock, and for structures that do not exist. */
export const getStructure = get(
  "/universe/structures/{structure_id}",
  z.object({ name: z.string(), owner_id: z.int(), solar_system_id: z.int() }),
  { scope: "esi-universe.read_structures.v1" },
);

/** Answered while players may log in. */
export const getStatus = get("/status", z.object({ players: z.int() }), { rateGroup: "status" });

/** Newest first or not: dates as in 2026-08-18. */
export const getCompatibilityDates = get(
  "/meta/compatibility-dates",
  z.object({ compatibility_dates: z.array(z.string()) }),
  { rateGroup: "meta" },
);

type EsiPrice = { type_id: number; average_price?: number; adjusted_price?: number };

/** All of the market, some fifteen thousand types: looked through by hand. */
function isPriceList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((item: Partial<EsiPrice> | null) => typeof item?.type_id === "number")
  );
}

export const getMarketPrices = get("/markets/prices", z.custom<EsiPrice[]>(isPriceList));
