import { msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { OPERATION_KIND_LABELS } from "#web/lib/labels.ts";
import { listed, sentence, textOf } from "#web/lib/sentence.ts";
import { daysSince, eveDay, eveMoment } from "#web/lib/time.ts";
import { groupName, serverName } from "#web/requirements-text/names.ts";
import { toldFact, toldSentence } from "#web/requirements-text/told-text.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import { reachedOn } from "./words.ts";
import type { ConditionOf, UserSentences, UserWords } from "./words.ts";

export function memberOf(condition: ConditionOf<"member_of">): UserWords {
  return {
    label: (names) => groupsIn(condition.groupIds, names),
    sentences: (names) => isMemberOf(condition.groupIds, names),
    found: ({ reading: { fact }, isMet, names, viewpoint }) =>
      fact?.type === "groups" && fact.groupIds.length > 0
        ? sentence(isMemberOf(fact.groupIds, names)[viewpoint][isMet ? 0 : 1])
        : null,
    repair: ({ names }) => {
      const groupId = condition.groupIds.find((id) => names.groups[id] !== undefined);
      const groupName = groupId === undefined ? undefined : names.groups[groupId];
      if (groupId === undefined || groupName === undefined) return null;
      return { kind: "group", groupId, groupName };
    },
    whenUnread: null,
  };
}

function groupsIn(groupIds: readonly string[], names: RuleNames) {
  return listed(
    groupIds.map((id) => groupName(names, id)),
    "or",
  );
}

function isMemberOf(groupIds: readonly string[], names: RuleNames): UserSentences {
  const groups = groupsIn(groupIds, names);
  return {
    own: [msg`you are a member of ${groups}`, msg`you are not a member of ${groups}`],
    other: [msg`the user is a member of ${groups}`, msg`the user is not a member of ${groups}`],
  };
}

export function discordLinked(): UserWords {
  const linked = [msg`Discord is linked`, msg`Discord is not linked`] as const;
  return {
    label: () => [t`Discord`],
    sentences: () => ({ own: linked, other: linked }),
    found: () => null,
    repair: ({ isNegated }) =>
      isNegated ? t`Unlink Discord on the dashboard.` : { kind: "discord" },
    whenUnread: null,
  };
}

export function onDiscordServer({ serverId }: ConditionOf<"on_discord_server">): UserWords {
  return {
    label: () => [t`Discord server`],
    sentences: (names) => {
      const server = { name: serverName(names, serverId) };
      return {
        own: [
          msg`you are on the Discord server ${server}`,
          msg`you are not on the Discord server ${server}`,
        ],
        other: [
          msg`the user is on the Discord server ${server}`,
          msg`the user is not on the Discord server ${server}`,
        ],
      };
    },
    found: ({ reading: { fact, asOf }, names, now }) => {
      if (fact?.type === "server") return fact.isLinked ? null : [t`Discord is not linked`];
      const server = { name: serverName(names, serverId) };
      return sentence(
        asOf === null
          ? msg`the members of the Discord server ${server} have not been read yet`
          : msg`the members of the Discord server ${server} were last read on ${ph({ date: eveDay(asOf, now) })}, which is too long ago to count`,
      );
    },
    repair: ({ isNegated, reading: { fact }, names }) => {
      if (isNegated) return t`Leave the server in Discord.`;
      if (fact?.type === "server" && !fact.isLinked) return { kind: "discord" };
      return { kind: "server", serverId, serverName: names.servers[serverId] };
    },
    whenUnread: () => t`Muster reads the members of the server every day.`,
  };
}

export function accountAge({ days: required }: ConditionOf<"account_age">): UserWords {
  return {
    label: () => [t`Age of the account`],
    sentences: () => isOld(required),
    found: ({ reading: { fact }, isMet, viewpoint, now }) => {
      if (fact?.type !== "since") return null;
      const days = daysSince(fact.at, now);
      if (isMet) {
        return [
          viewpoint === "own"
            ? t`your account is ${plural(days, { one: "# day", other: "# days" })} old`
            : t`the account is ${plural(days, { one: "# day", other: "# days" })} old`,
        ];
      }
      const date = reachedOn(fact.at, required, now);
      return [
        viewpoint === "own"
          ? t`your account is ${plural(days, { one: "# day", other: "# days" })} old, and reaches ${plural(required, { one: "# day", other: "# days" })} on ${date}`
          : t`the account is ${plural(days, { one: "# day", other: "# days" })} old, and reaches ${plural(required, { one: "# day", other: "# days" })} on ${date}`,
      ];
    },
    repair: () => null,
    whenUnread: null,
  };
}

function isOld(days: number): UserSentences {
  return {
    own: [
      msg`your account is at least ${plural(days, { one: "# day", other: "# days" })} old`,
      msg`your account is less than ${plural(days, { one: "# day", other: "# days" })} old`,
    ],
    other: [
      msg`the account is at least ${plural(days, { one: "# day", other: "# days" })} old`,
      msg`the account is less than ${plural(days, { one: "# day", other: "# days" })} old`,
    ],
  };
}

export function fact(condition: ConditionOf<"fact">): UserWords {
  return {
    label: () => [t`Fact`],
    sentences: (names) => {
      const told = [
        toldSentence(condition, names, false),
        toldSentence(condition, names, true),
      ] as const;
      return { own: told, other: told };
    },
    found: ({ reading, names, viewpoint, now }) =>
      sentence(toldFact(condition, reading, names, viewpoint, now)),
    repair: ({ names }) => {
      const application = names.facts[condition.factId]?.application;
      return application === undefined
        ? t`Ask who looks after the application.`
        : t`Ask who looks after ${application}.`;
    },
    whenUnread: null,
  };
}

export function tookPart(condition: ConditionOf<"took_part">): UserWords {
  const { count: needed, days } = condition;
  return {
    label: () => [t`Operations`],
    sentences: (names) => tookPartIn(condition, names),
    found: ({ reading: { fact }, isMet, now }) => {
      if (fact?.type !== "operations") return [t`the groups of the operations are gone`];
      const { count, unread, next } = fact;
      const span = plural(days, { one: "# day", other: "# days" });
      if (isMet) {
        return [
          t`${plural({ count }, { one: "# operation", other: "# operations" })} in ${ph({ span })}, ${ph({ needed })} needed`,
        ];
      }
      const part = t`${ph({ count })} of ${plural({ needed }, { one: "# operation", other: "# operations" })} in ${ph({ span })}`;
      if (unread > 0 && count + unread >= needed) {
        return [
          t`${ph({ part })}; ${plural({ unread }, { one: "# could not be read", other: "# could not be read" })}, so this is not known`,
        ];
      }
      return [
        next === null
          ? part
          : t`${ph({ part })}; the next one is ${ph({ time: eveMoment(next, now) })}`,
      ];
    },
    repair: () => null,
    whenUnread: () => t`Fleets that could not be read count for no one and against no one.`,
  };
}

function tookPartIn(
  { count, groupIds, kinds, days }: ConditionOf<"took_part">,
  names: RuleNames,
): UserSentences {
  const groups = groupsIn(groupIds, names);
  const span = plural(days, { one: "# day", other: "# days" });
  const what =
    kinds.length === 0
      ? plural({ count }, { one: "# operation", other: "# operations" })
      : t`${plural({ count }, { one: "# operation", other: "# operations" })} (${ph({
          kinds: textOf(
            listed(
              kinds.map((kind) => say(OPERATION_KIND_LABELS[kind])),
              "or",
            ),
          ),
        })})`;
  return {
    own: [
      msg`you took part in at least ${ph({ what })} of ${groups} in ${ph({ span })}`,
      msg`you took part in fewer than ${ph({ what })} of ${groups} in ${ph({ span })}`,
    ],
    other: [
      msg`the user took part in at least ${ph({ what })} of ${groups} in ${ph({ span })}`,
      msg`the user took part in fewer than ${ph({ what })} of ${groups} in ${ph({ span })}`,
    ],
  };
}

export function cleared(): UserWords {
  const clear = [
    msg`a condition that only administrators see is met`,
    msg`a condition that only administrators see is not met`,
  ] as const;
  return {
    label: () => [t`Private condition`],
    sentences: () => ({ own: clear, other: clear }),
    found: ({ reading: { unknown }, isMet }) => {
      if (isMet) return null;
      return unknown === null
        ? [t`a condition that only administrators see is not met. Ask them`]
        : [t`a condition that only administrators see is not known. Ask them`];
    },
    repair: () => null,
    whenUnread: null,
  };
}
