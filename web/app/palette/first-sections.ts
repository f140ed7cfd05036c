import type { User } from "#shared/session.ts";
import type { Waiting } from "#shared/groups/groups.ts";
import { formatCount } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import type { Entry, Section } from "./entries.ts";

/** Before anything is typed: where the user was, and what waits for them. */
export function firstSections(
  user: User | null,
  recent: Entry[],
  waiting: Waiting | undefined,
): Section[] {
  return [
    { title: "Recent", entries: recent },
    { title: "Needs a decision", entries: waiting === undefined ? [] : decisionsOf(waiting) },
    { title: "Try", entries: user?.is_admin ? EXAMPLES : [] },
  ].filter(({ entries }) => entries.length > 0);
}

function decisionsOf({ invitations, requests, held, corporations, reviews }: Waiting): Entry[] {
  const decision = (to: string, text: string, icon: Entry["icon"]): Entry => ({
    key: `decide ${to}`,
    to,
    text,
    icon,
  });
  return [
    ...corporations.map(({ corporationId, name }) =>
      decision(paths.adminCorporation(corporationId), `No usable director: ${name}`, "tower"),
    ),
    ...(held === null || held === 0
      ? []
      : [decision(paths.adminHeld, formatCount(held, "held change"), "held")]),
    ...requests.map(({ groupId, groupName, count }) =>
      decision(
        `${paths.group(groupId)}?tab=requests`,
        `${formatCount(count, "request")}: ${groupName}`,
        "mail",
      ),
    ),
    ...reviews.map(({ groupId, groupName }) =>
      decision(paths.groupReview(groupId), `Review: ${groupName}`, "clipboard"),
    ),
    ...(invitations === 0
      ? []
      : [decision(paths.invitations, formatCount(invitations, "invitation"), "mail")]),
  ];
}

const example = (type: string, detail: string, icon: Entry["icon"]): Entry => ({
  key: `try ${type}`,
  type,
  text: type,
  detail,
  icon,
});

const EXAMPLES = [
  example("aurelia on 1 nov", "a pilot as of that day", "clock"),
  example("suspend", "do something with someone", "person"),
  example("nicknames", "any setting by its name", "sliders"),
];

/** Where to go on if nothing was found. */
export function noResults(user: User | null, typed: string): Section[] {
  const text = typed.trim();
  if (text === "" || !user?.is_admin) return [];
  const search = (to: string, name: string, what: string): Entry => ({
    key: `search ${to}`,
    to: `${to}?${new URLSearchParams({ [name]: text })}`,
    text: `Search ${what} for “${text}”`,
    icon: "search",
  });
  return [
    {
      title: "Go on",
      entries: [
        search(paths.adminPilots, "search", "all pilots"),
        search(paths.adminActivity, "subject", "Activity"),
      ],
    },
  ];
}
