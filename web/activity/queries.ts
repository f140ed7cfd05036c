import { infiniteQueryOptions } from "@tanstack/react-query";
import type { ActivityQuery } from "#shared/events/activity.ts";
import type { EventKind } from "#shared/events/kinds.ts";
import type { Message } from "#shared/language/messages.ts";
import { ACCOUNT_MESSAGES } from "#web/events/account-sentence.ts";
import { APPLICATION_MESSAGES } from "#web/events/application-sentence.ts";
import { CORPORATION_MESSAGES } from "#web/events/corporation-sentence.ts";
import { DISCORD_MESSAGES } from "#web/events/discord-sentence.ts";
import { GROUP_SECTIONS } from "#web/events/group-sentence.ts";
import { msg } from "#web/language/macros.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import { anyText, day, filtersInAddress, textLike } from "#web/lib/filters.ts";

export type ActivityFilters = Omit<ActivityQuery, "cursor">;

/** Refetched on every visit, whose preload counts: the newest entries are what users look for. */
export function allActivityQuery(filters: ActivityFilters) {
  return infiniteQueryOptions({
    queryKey: ["activity", filters],
    queryFn: ({ pageParam }) =>
      body(api.activity.$get({ query: { ...filters, ...cursorParam(pageParam) } })),
    ...paging,
    staleTime: 5000,
  });
}

/** Joins the pages of the CSV export into one file; each page links to the next, and only the first has a header row. */
export async function exportActivity(filters: ActivityFilters): Promise<Blob> {
  const parts: Blob[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = { ...filters, ...cursorParam(cursor) };
    const response = await api["activity.csv"].$get({ query });
    parts.push(await response.blob());
    cursor = nextCursorIn(response.headers.get("Link"));
  }
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}

function nextCursorIn(link: string | null): string | null {
  const [, next] = link?.match(/^<([^>]+)>; rel="next"$/) ?? [];
  return next === undefined ? null : new URL(next, location.origin).searchParams.get("cursor");
}

type KindGroup = { key: string; label: Message; kinds: [kind: string, label: Message][] };

/** All event kinds as the filter offers them. */
export const KIND_GROUPS: readonly KindGroup[] = [
  ...GROUP_SECTIONS.map(({ key, title, kinds }): KindGroup => ({
    key,
    label: title,
    kinds: labelsOf(kinds),
  })),
  { key: "accounts", label: msg`Accounts`, kinds: labelsOf(ACCOUNT_MESSAGES) },
  { key: "corporations", label: msg`Corporations`, kinds: labelsOf(CORPORATION_MESSAGES) },
  { key: "discord", label: msg`Discord servers`, kinds: labelsOf(DISCORD_MESSAGES) },
  { key: "applications", label: msg`Applications`, kinds: labelsOf(APPLICATION_MESSAGES) },
];

function labelsOf(messages: Record<string, readonly [Message, unknown]>): KindGroup["kinds"] {
  return Object.entries(messages).map(([kind, [label]]) => [kind, label]);
}

const KINDS = new Set(KIND_GROUPS.flatMap(({ kinds }) => kinds.map(([kind]) => kind)));

function isActivityKind(text: string): text is EventKind {
  return KINDS.has(text);
}

const ID = /^[\w-]{1,64}$/;

export const activityFilters = filtersInAddress<ActivityFilters>({
  actor: anyText(),
  subject: anyText(),
  group: textLike((text) => ID.test(text)),
  kind: { read: (text) => (isActivityKind(text) ? text : undefined) },
  from: day,
  to: day,
});
