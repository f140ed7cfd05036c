import { useSearchParams } from "react-router";
import type { ActivityQuery } from "#shared/events/activity.ts";
import { isActivityKind } from "./activity-kinds.ts";

export type ActivityFilters = Omit<ActivityQuery, "cursor">;

/** Filters are kept in the URL, so that back, reload and sharing work. */
export function useActivityFilters() {
  const [params, setParams] = useSearchParams();
  const filters = readActivityFilters(params);
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    setFilters: (changed: ActivityFilters) =>
      setParams(writeActivityFilters(changed), { preventScrollReset: true }),
    clear: () => setParams({}, { preventScrollReset: true }),
  };
}

const ID = /^[\w-]{1,64}$/;

/** Ignores unknown and invalid parameters. */
export function readActivityFilters(params: URLSearchParams): ActivityFilters {
  const read = (name: string) => params.get(name)?.trim() ?? "";
  const [actor, subject, group, kind] = [
    read("actor"),
    read("subject"),
    read("group"),
    read("kind"),
  ];
  const [from, to] = [read("from"), read("to")];
  return {
    ...(actor && { actor }),
    ...(subject && { subject }),
    ...(ID.test(group) && { group }),
    ...(isActivityKind(kind) && { kind }),
    ...(isDate(from) && { from }),
    ...(isDate(to) && { to }),
  };
}

export function writeActivityFilters(filters: ActivityFilters): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value);
  return params;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text);
}
