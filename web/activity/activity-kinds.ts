import { msg } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { EventKind } from "#shared/events/kinds.ts";
import { ACCOUNT_MESSAGES } from "#web/events/account-sentence.ts";
import { APPLICATION_MESSAGES } from "#web/events/application-sentence.ts";
import { CORPORATION_MESSAGES } from "#web/events/corporation-sentence.ts";
import { DISCORD_MESSAGES } from "#web/events/discord-sentence.ts";
import { GROUP_MESSAGES, SECTIONS } from "#web/events/group-sentence.ts";

type KindGroup = { key: string; label: Message; kinds: [kind: string, label: Message][] };

/** All event kinds as the filter offers them. */
export const KIND_GROUPS: readonly KindGroup[] = [
  ...Array.from(
    Map.groupBy(Object.entries(GROUP_MESSAGES), ([, [section]]) => section),
    ([section, kinds]): KindGroup => ({
      key: section,
      label: SECTIONS[section],
      kinds: kinds.map(([kind, [, name]]) => [kind, name]),
    }),
  ),
  { key: "accounts", label: msg`Accounts`, kinds: labelsOf(ACCOUNT_MESSAGES) },
  { key: "corporations", label: msg`Corporations`, kinds: labelsOf(CORPORATION_MESSAGES) },
  { key: "discord", label: msg`Discord servers`, kinds: labelsOf(DISCORD_MESSAGES) },
  { key: "applications", label: msg`Applications`, kinds: labelsOf(APPLICATION_MESSAGES) },
];

function labelsOf(messages: Record<string, readonly [Message, unknown]>): KindGroup["kinds"] {
  return Object.entries(messages).map(([kind, [label]]) => [kind, label]);
}

const KINDS = new Set(KIND_GROUPS.flatMap(({ kinds }) => kinds.map(([kind]) => kind)));

export function isActivityKind(text: string): text is EventKind {
  return KINDS.has(text);
}
