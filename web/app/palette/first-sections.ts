import { plural, t } from "#web/language/macros.ts";
import type { User } from "#shared/session.ts";
import type { Waiting } from "#shared/groups/groups.ts";
import { paths } from "#web/lib/paths.ts";
import type { Entry, PaletteSection } from "./entries.ts";

/** Before anything is typed: where the user was, and what waits for them. */
export function firstSections(
  user: User | null,
  recent: Entry[],
  waiting: Waiting | undefined,
): PaletteSection[] {
  return [
    { title: t`Recent`, entries: recent },
    { title: t`Needs a decision`, entries: waiting === undefined ? [] : decisionsOf(waiting) },
    { title: t`Try`, entries: user?.is_admin ? examples() : [] },
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
      decision(paths.adminCorporation(corporationId), t`No usable director: ${name}`, "tower"),
    ),
    ...(held === null || held === 0
      ? []
      : [
          decision(
            paths.adminHeld,
            plural(held, { one: "# held change", other: "# held changes" }),
            "held",
          ),
        ]),
    ...requests.map(({ groupId, groupName, count }) =>
      decision(
        `${paths.group(groupId)}?tab=requests`,
        t`${plural(count, { one: "# request", other: "# requests" })}: ${groupName}`,
        "mail",
      ),
    ),
    ...reviews.map(({ groupId, groupName }) =>
      decision(paths.groupReview(groupId), t`Review: ${groupName}`, "clipboard"),
    ),
    ...(invitations === 0
      ? []
      : [
          decision(
            paths.invitations,
            plural(invitations, { one: "# invitation", other: "# invitations" }),
            "mail",
          ),
        ]),
  ];
}

const example = (type: string, detail: string, icon: Entry["icon"]): Entry => ({
  key: `try ${type}`,
  type,
  text: type,
  detail,
  icon,
});

/** What is typed is English: it is understood in every language. */
const examples = () => [
  example("aurelia on 1 nov", t`a pilot as of that day`, "clock"),
  example("suspend", t`do something with someone`, "person"),
  example("nicknames", t`any setting by its name`, "sliders"),
];

/** Where to go on if nothing was found. */
export function noResults(user: User | null, typed: string): PaletteSection[] {
  const text = typed.trim();
  if (text === "" || !user?.is_admin) return [];
  const search = (to: string, name: string, label: string): Entry => ({
    key: `search ${to}`,
    to: `${to}?${new URLSearchParams({ [name]: text })}`,
    text: label,
    icon: "search",
  });
  return [
    {
      title: t`Go on`,
      entries: [
        search(paths.adminPilots, "search", t`Search all pilots for “${text}”`),
        search(paths.adminActivity, "subject", t`Search Activity for “${text}”`),
      ],
    },
  ];
}
