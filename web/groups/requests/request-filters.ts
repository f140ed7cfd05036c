import { WAITING_DAYS } from "#shared/groups/requests.ts";

const STATES = ["waiting", "in_talks"] as const;
/** `none`: no reviewer talks to the pilot. `me`: the reader does. */
const ASSIGNEES = ["none", "me"] as const;

/** Which requests of a group are listed: in the address, also of the page of each request. */
export type RequestFilters = {
  state?: (typeof STATES)[number];
  assignee?: (typeof ASSIGNEES)[number];
  waiting?: (typeof WAITING_DAYS)[number];
};

/** Ignores unknown and invalid parameters. */
export function readRequestFilters(params: URLSearchParams): RequestFilters {
  const state = STATES.find((one) => one === params.get("state"));
  const assignee = ASSIGNEES.find((one) => one === params.get("assignee"));
  const waiting = WAITING_DAYS.find((one) => String(one) === params.get("waiting"));
  return { ...(state && { state }), ...(assignee && { assignee }), ...(waiting && { waiting }) };
}

/** "?state=in_talks", or nothing without filters. */
export function toSearch(filters: RequestFilters): string {
  const params = new URLSearchParams(
    Object.entries(filters).map(([name, value]) => [name, String(value)]),
  );
  return params.size === 0 ? "" : `?${params.toString()}`;
}
