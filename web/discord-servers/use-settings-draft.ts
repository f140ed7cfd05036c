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

type Edit = { settings: ServerSettings; version: number };

/** The settings as they are edited. Without an edit, they follow the server's. */
export function useSettingsDraft(server: DiscordServer): SettingsDraft {
  const [edit, setEdit] = useState<Edit>();
  const [learned, setLearned] = useState<Record<string, string>>({});
  const { settings, version } = edit ?? server;
  return {
    settings,
    version,
    isChanged: edit !== undefined && JSON.stringify(settings) !== JSON.stringify(server.settings),
    groupNames: { ...learned, ...server.groupNames },
    change: (change) => setEdit({ settings: { ...settings, ...change }, version }),
    learn: (groupId, name) => setLearned((known) => ({ ...known, [groupId]: name })),
    reset: () => setEdit(undefined),
  };
}
