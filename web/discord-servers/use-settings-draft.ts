import { useState } from "react";
import type { DiscordServer, ServerSettings } from "#shared/discord/servers.ts";

export type SettingsDraft = {
  settings: ServerSettings;
  /** The version of the settings that the person has read. */
  version: number;
  isChanged: boolean;
  groupNames: Record<string, string>;
  change: (change: Partial<ServerSettings>) => void;
  learn: (groupId: string, name: string) => void;
  reset: () => void;
};

/** `base`: the settings that were edited. */
type Edit = { settings: ServerSettings; base: ServerSettings; version: number };

const areSame = (one: ServerSettings, other: ServerSettings) =>
  JSON.stringify(one) === JSON.stringify(other);

/** A check raises the server's version and leaves the settings: what was edited is still what the person has read. */
export function editOf(
  { settings, version }: Pick<DiscordServer, "settings" | "version">,
  edit?: Edit,
): Edit {
  if (edit === undefined) return { settings, base: settings, version };
  return areSame(edit.base, settings) ? { ...edit, version } : edit;
}

/** The settings as they are edited. Without an edit, they follow the server's. */
export function useSettingsDraft(server: DiscordServer): SettingsDraft {
  const [edit, setEdit] = useState<Edit>();
  const [learned, setLearned] = useState<Record<string, string>>({});
  const current = editOf(server, edit);
  const { settings, version } = current;
  return {
    settings,
    version,
    isChanged: edit !== undefined && !areSame(settings, server.settings),
    groupNames: { ...learned, ...server.groupNames },
    change: (change) => setEdit({ ...current, settings: { ...settings, ...change } }),
    learn: (groupId, name) => setLearned((known) => ({ ...known, [groupId]: name })),
    reset: () => setEdit(undefined),
  };
}
