import type { Report } from "#worker/ops/move-in/read/rows.ts";
import { idOf } from "./community.ts";
import type {
  MovedCommunity,
  Given,
  LinkedAccount,
  MovedCharacter,
  MovedGrant,
  MovedUser,
} from "./community.ts";

/** `isNew`: the account is created; else its characters join an account that Muster has. */
export type PlannedPerson = {
  id: string;
  key: string;
  name: string;
  isNew: boolean;
  isActive: boolean;
  mainCharacterId: number;
  /** The characters that are linked now; without those that the account has. */
  characters: { id: number; name: string; ownerHash: string; grant: MovedGrant | undefined }[];
  place: string;
};

/** Decides whose each character is, which account each user becomes, and which grant each character keeps. */
export function planPeople(
  community: MovedCommunity,
  { existing, move }: Given,
  report: Report,
): Map<string, PlannedPerson> {
  const grants = Map.groupBy(community.grants, ({ characterId }) => characterId);
  const created = new Set([...community.users.keys()].map((key) => idOf(move, "user", key)));
  const held = (id: number) => {
    const holder = existing.holders.get(id);
    // An earlier attempt of this very move has linked it.
    return holder === undefined || created.has(holder.userId) ? undefined : holder;
  };
  const characters = Map.groupBy(
    linkable(community.characters, grants, held, report),
    ({ user }) => user,
  );
  const users = new Map<string, PlannedPerson>();
  for (const [key, user] of community.users) {
    const own = (characters.get(key) ?? []).toSorted((a, b) => a.id - b.id);
    const account = accountOf(user, own, held, report);
    const mine = own.filter(({ id, name, place }) => {
      const holder = held(id);
      if (holder === undefined || holder.userId === account) return true;
      const reason = "It is linked to another account in Muster.";
      report.push({ outcome: "refused", what: "character", name, place, reason });
      return false;
    });
    const main = mainOf(user, mine, report);
    if (main === undefined) continue;
    users.set(key, {
      id: account ?? idOf(move, "user", key),
      key,
      name: main.name,
      isNew: account === undefined,
      isActive: user.isActive,
      mainCharacterId: main.id,
      characters: mine
        .filter(({ id }) => held(id) === undefined)
        .map(({ id, name, ownerHash }) => ({
          id,
          name,
          ownerHash,
          grant: widest(grants.get(id) ?? [], key, ownerHash, report),
        })),
      place: user.place,
    });
  }
  return users;
}

type Held = (id: number) => LinkedAccount | undefined;
type Linkable = MovedCharacter & { ownerHash: string };

/** Characters whose owner is known, each once. */
function linkable(
  characters: MovedCharacter[],
  grants: Map<number, MovedGrant[]>,
  held: Held,
  report: Report,
): Linkable[] {
  const refuse = ({ name, place }: MovedCharacter, reason: string) => {
    report.push({ outcome: "refused", what: "character", name, place, reason });
    return [];
  };
  return [...Map.groupBy(characters, ({ id }) => id).values()].flatMap((rows) => {
    // The last owner that EVE has named.
    const latest = (grants.get(rows[0]?.id ?? 0) ?? []).reduce<MovedGrant | undefined>(
      (last, grant) => (last === undefined || grant.issuedAt > last.issuedAt ? grant : last),
      undefined,
    );
    const owner = latest?.ownerHash;
    const best = rows.find(({ ownerHash }) => ownerHash === owner) ?? rows[0];
    return rows.flatMap((row) => {
      const { ownerHash } = row;
      if (row !== best) return refuse(row, "The same character is linked to another user too.");
      if (ownerHash === null) {
        return refuse(row, "Its owner is not known. Its player links it again after signing in.");
      }
      if (owner !== undefined && owner !== ownerHash) {
        return refuse(row, "It was sold: a later token names another owner.");
      }
      const holder = held(row.id);
      if (holder !== undefined && holder.ownerHash !== ownerHash) {
        return refuse(row, "Muster knows another owner of it, who has signed in since.");
      }
      return [{ ...row, ownerHash }];
    });
  });
}

/**
 * The account in Muster that a user joins: the one that holds the main, else the one of the first character. One that a stolen session may
 * have linked there says nothing: the user's other characters would open the account.
 */
function accountOf(
  user: MovedUser,
  characters: Linkable[],
  held: Held,
  report: Report,
): string | undefined {
  const main = characters.find(({ id }) => id === user.mainCharacterId);
  const first = [...(main ? [main] : []), ...characters].find(({ id }) => held(id)?.isConfirmed);
  if (first === undefined) return undefined;
  const { name, place } = user;
  const reason = `Joins the account in Muster that has ${first.name}.`;
  report.push({ outcome: "merged", what: "pilot", name, place, reason });
  if (!user.isActive) {
    const why = "Inactive, but has an account in Muster already, which stays active.";
    report.push({ outcome: "changed", what: "pilot", name, place, reason: why });
  }
  return held(first.id)?.userId;
}

/** The user's main; else the first character. A user without characters could never sign in. */
function mainOf(user: MovedUser, characters: Linkable[], report: Report): Linkable | undefined {
  const { name, place, mainCharacterId } = user;
  const main = characters.find(({ id }) => id === mainCharacterId);
  if (main !== undefined) return main;
  const [first] = characters;
  if (first === undefined) {
    const reason = "Has no character that can be linked, so there is nothing to sign in with.";
    report.push({ outcome: "refused", what: "pilot", name, place, reason });
    return undefined;
  }
  const reason = `Has no main among the linked characters: ${first.name} becomes the main.`;
  report.push({ outcome: "changed", what: "pilot", name, place, reason });
  return first;
}

/** The grant with the most scopes among those of the same owner and user; the newest if several have as many. */
function widest(grants: MovedGrant[], user: string, ownerHash: string, report: Report) {
  const refuse = ({ characterId, place }: MovedGrant, reason: string) =>
    report.push({ outcome: "refused", what: "token", name: String(characterId), place, reason });
  const own = grants.filter((grant) => {
    const isOwn = (grant.user ?? user) === user && grant.ownerHash === ownerHash;
    if (!isOwn) refuse(grant, "It belongs to another user or a former owner.");
    return isOwn;
  });
  const [best, ...others] = own.toSorted(
    (a, b) => b.scopes.length - a.scopes.length || b.issuedAt - a.issuedAt,
  );
  for (const other of others) refuse(other, "The character has another token with more scopes.");
  return best;
}
