import type { GroupRole } from "#shared/groups/groups.ts";
import type { OldCharacter, OldCommunity, OldUser } from "./old-community.ts";

/** Where everything belongs after the move, according to the generator: by the ids of characters and names of groups. */
export type Truth = {
  /** By the first linked character. */
  pilots: Map<number, ExpectedPilot>;
  /** Refresh tokens by character. */
  tokens: Map<number, string>;
};

type ExpectedPilot = {
  main: number;
  characters: number[];
  isSuspended: boolean;
  discordId: string | null;
  /** Roles by the key of the old group. */
  roles: Map<number, GroupRole>;
  /** Keys of the groups that the pilot has requested to join. */
  requests: number[];
};

/** `hasInactive`: the system knows inactive users. */
export function truthOf({ users, groups }: OldCommunity, { hasInactive = true } = {}): Truth {
  const pilots = new Map<number, ExpectedPilot>();
  const tokens = new Map<number, string>();
  for (const user of users) {
    const linked = user.characters.filter(({ tokenKind }) => tokenKind !== "sold");
    const [first] = linked;
    if (first === undefined) continue;
    for (const one of linked) if (one.tokenKind === "good") tokens.set(one.id, one.refreshToken);
    pilots.set(first.id, {
      main: mainOf(user, linked) ?? first.id,
      characters: linked.map(({ id }) => id),
      isSuspended: hasInactive && !user.isActive,
      discordId: user.discordId,
      roles: new Map(
        groups
          .filter(({ members }) => members.includes(user.key))
          .map(({ key, leaders }) => [key, leaders.includes(user.key) ? "admin" : "member"]),
      ),
      requests: groups
        .filter(
          ({ kind, members, requests }) =>
            kind === "public" && requests.includes(user.key) && !members.includes(user.key),
        )
        .map(({ key }) => key),
    });
  }
  return { pilots, tokens };
}

function mainOf({ main }: OldUser, linked: OldCharacter[]): number | undefined {
  return linked.find(({ id }) => id === main)?.id;
}
