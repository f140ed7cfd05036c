import { useSearchParams } from "react-router";
import type { RosterFilter, RosterOrder } from "#shared/corporations/roster.ts";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { parseEveId } from "#web/lib/paths.ts";
import type { RosterFilters } from "./queries.ts";

const FILTERS: readonly RosterFilter[] = ["missing", "lost", "offline", "noDiscord", "risk"];
const ORDERS: readonly RosterOrder[] = ["name", "-name", "online", "-online", "joined", "-joined"];

/** Filters are kept in the URL, beside the tab. */
export function useRosterFilters() {
  const [params, setParams] = useSearchParams();
  const filters = readRosterFilters(params);
  const tab = params.get("tab");
  return {
    filters,
    setFilters: (changed: RosterFilters) =>
      setParams(new URLSearchParams({ ...(tab !== null && { tab }), ...changed }), {
        preventScrollReset: true,
      }),
  };
}

/** Ignores unknown and invalid parameters. */
function readRosterFilters(params: URLSearchParams): RosterFilters {
  const search = params.get("search")?.trim() ?? "";
  const title = params.get("title") ?? undefined;
  const sort = ORDERS.find((order) => order === params.get("sort"));
  return {
    ...(search.length >= SEARCH_MIN_LENGTH && { search }),
    ...(title !== undefined && parseEveId(title) !== undefined && { title }),
    ...(params.get("former") === "true" && { former: "true" }),
    ...Object.fromEntries(
      FILTERS.filter((filter) => params.get(filter) === "true").map((filter) => [filter, "true"]),
    ),
    ...(sort && { sort }),
  };
}
