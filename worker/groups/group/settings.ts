import type { GroupSetting, JoinMode } from "#shared/groups/groups.ts";
import { GROUP_SETTINGS } from "#shared/groups/settings.ts";
import type { LoggedSetting } from "#shared/groups/settings.ts";
import { visibilitySchema } from "#shared/groups/categories.ts";
import { joinModeSchema } from "#shared/groups/groups.ts";
import { isMoreVisible } from "#worker/access/visibility.ts";
import type { groups } from "#worker/db/schema/groups.ts";

/** The settings of a group as the database has them. */
export type Settings = Pick<typeof groups.$inferSelect, GroupSetting>;
type Named = Settings & { categoryName: string };

/** The group of a log entry, and the ids of the categories of today. */
type Present = { group: Settings; categoryIds: ReadonlyMap<string, string> };

type Setting<Value> = {
  /** The value in words, as the log compares it. */
  log: (group: Named) => string | null;
  /** The value that the log tells of; the present one if there is no such value any more. */
  restore: (logged: string | null, present: Present) => Value;
  /** Whether more people find the group, or become and stay its members more easily. */
  opens: (before: Settings, after: Settings) => boolean;
};

const opensNothing = () => false;
/** From the most open on. */
const JOIN_MODES = ["open", "approval", "invitation_only"] as const satisfies JoinMode[];

const SETTINGS: { [Key in GroupSetting]: Setting<Settings[Key]> } = {
  name: {
    log: ({ name }) => name,
    restore: (logged, { group }) => logged ?? group.name,
    opens: opensNothing,
  },
  description: {
    log: ({ description }) => description,
    restore: (logged) => logged,
    opens: opensNothing,
  },
  visibility: {
    log: ({ visibility }) => visibility,
    restore: (logged, { group }) =>
      visibilitySchema.options.find((option) => option === logged) ?? group.visibility,
    opens: (before, after) => isMoreVisible(before.visibility, after.visibility),
  },
  joinMode: {
    log: ({ joinMode }) => joinMode,
    restore: (logged, { group }) =>
      joinModeSchema.options.find((option) => option === logged) ?? group.joinMode,
    opens: (before, after) =>
      JOIN_MODES.indexOf(after.joinMode) < JOIN_MODES.indexOf(before.joinMode),
  },
  categoryId: {
    log: ({ categoryName }) => categoryName,
    restore: (logged, { group, categoryIds }) => categoryIds.get(logged ?? "") ?? group.categoryId,
    opens: (before, after) => after.categoryId !== before.categoryId,
  },
  isOpenToGuests: {
    log: ({ isOpenToGuests }) => (isOpenToGuests ? "open" : "closed"),
    restore: (logged) => logged === "open",
    opens: (before, after) => after.isOpenToGuests && !before.isOpenToGuests,
  },
  isShownInInvites: {
    log: ({ isShownInInvites }) => (isShownInInvites ? "shown" : "private"),
    restore: (logged) => logged === "shown",
    opens: opensNothing,
  },
  membershipDays: {
    log: ({ membershipDays }) => (membershipDays === null ? null : String(membershipDays)),
    restore: (logged) => (logged === null ? null : Number(logged)),
    opens: (before, after) =>
      (after.membershipDays ?? Infinity) > (before.membershipDays ?? Infinity),
  },
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
const KEYS = Object.keys(GROUP_SETTINGS) as GroupSetting[];

/** Whether an edit lets more people find the group, or become and stay its members more easily. */
export function opensMore(before: Settings, after: Settings): boolean {
  return KEYS.some((key) => SETTINGS[key].opens(before, after));
}

/** The settings of a group in the words of the log. */
export function loggedSettings(group: Named): Record<LoggedSetting, string | null> {
  return eachSetting((key) => [GROUP_SETTINGS[key], SETTINGS[key].log(group)]);
}

/** The columns of the settings, each with what `valueOf` makes of it. */
export function settingColumns<Value>(
  valueOf: (key: GroupSetting) => Value,
): Record<GroupSetting, Value> {
  return eachSetting((key) => [key, valueOf(key)]);
}

/** The settings alone. */
export function pickSettings(group: Settings): Settings {
  const { name, description, visibility, joinMode, categoryId } = group;
  const { isOpenToGuests, isShownInInvites, membershipDays } = group;
  return {
    name,
    description,
    visibility,
    joinMode,
    categoryId,
    isOpenToGuests,
    isShownInInvites,
    membershipDays,
  };
}

/** The settings with one of them as the log tells of it. */
export function withLogged(
  { group, categoryIds }: Present,
  field: LoggedSetting,
  logged: string | null,
): Settings {
  const key = KEYS.find((candidate) => GROUP_SETTINGS[candidate] === field);
  if (key === undefined) return group;
  return { ...group, [key]: SETTINGS[key].restore(logged, { group, categoryIds }) };
}

function eachSetting<Key extends string, Value>(
  entryOf: (key: GroupSetting) => [Key, Value],
): Record<Key, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every setting has its entry
  return Object.fromEntries(KEYS.map(entryOf)) as Record<Key, Value>;
}
