import { dice, pick } from "#test/new-eden/dice.ts";
import { generateVetting } from "./old-vetting.ts";
import type { OldVetting } from "./old-vetting.ts";

/** A community in another system, as its generator knows it. The exports of all three systems are written from one. */
export type OldCommunity = { users: OldUser[]; groups: OldGroup[]; vetting: OldVetting };

/** Why a token does not move: it is dead, the character was sold, or it is missing. */
type TokenKind = "good" | "dead" | "sold" | "none";

export type OldCharacter = {
  id: number;
  name: string;
  ownerHash: string;
  tokenKind: TokenKind;
  refreshToken: string;
  /** What EVE said last. */
  accessToken: string;
  scopes: string[];
};

export type OldUser = {
  key: number;
  name: string;
  isActive: boolean;
  /** Null: the system knows of no main. */
  main: number | null;
  characters: OldCharacter[];
  discordId: string | null;
  /** The main's corporation decides the state. */
  corporationId: number;
};

type OldGroup = {
  key: number;
  name: string;
  description: string;
  kind: "public" | "hidden" | "internal";
  isOpen: boolean;
  /** Keys of users. */
  members: number[];
  leaders: number[];
  requests: number[];
  /** Keys of users and groups that are gone. */
  danglingMembers: number[];
};

export const MEMBER_CORPORATION = 98_000_001;
export const BLUE_CORPORATION = 98_000_002;
const NO_CORPORATION = 1_000_045;

export const CLIENT_ID = "muster-local";
const SCOPES = ["publicData", "esi-skills.read_skills.v1", "esi-wallet.read_character_wallet.v1"];

/** Tokens of EVE for one character; without this, made-up ones. */
export type TokenSource = (
  id: number,
) => { refreshToken: string; accessToken: string; ownerHash: string } | undefined;

type Size = { users: number; seed?: number; firstCharacterId?: number };

/** A community with what real ones have: dead tokens, sold characters, users without main, emoji, NULs, deleted groups. */
export function generateCommunity(
  { users: count, seed = 1, firstCharacterId = 2_120_000_000 }: Size,
  tokens: TokenSource = () => undefined,
): OldCommunity {
  const roll = dice(seed);
  const chance = (share: number) => roll() < share;
  let nextId = firstCharacterId;

  function character(name: string): OldCharacter {
    const id = (nextId += 1);
    const known = tokens(id);
    const ownerHash = known?.ownerHash ?? `owner-${id}=`;
    const kinds: TokenKind[] = [
      "good",
      "good",
      "good",
      "good",
      "good",
      "good",
      "dead",
      "sold",
      "none",
    ];
    // A character that EVE knows keeps its token, or loses it, but is not sold behind EVE's back.
    const tokenKind = known
      ? pick(roll, ["good", "good", "good", "dead"] as const)
      : pick(roll, kinds);
    const lastOwner = tokenKind === "sold" ? `buyer-${id}=` : ownerHash;
    return {
      id,
      name,
      ownerHash,
      tokenKind,
      refreshToken: tokenKind === "dead" ? "" : (known?.refreshToken ?? `refresh-${id}`),
      accessToken: known?.accessToken ?? fakeJwt({ id, ownerHash: lastOwner, scopes: SCOPES }),
      scopes: SCOPES,
    };
  }

  const users = Array.from({ length: count }, (_, index): OldUser => {
    const key = index + 3;
    const name = `${pick(roll, NAMES)} ${pick(roll, NAMES)} ${key}`;
    // The first is always whole: tests sign in with it.
    const size = index > 0 && chance(0.03) ? 0 : 1 + Math.floor(roll() * 5);
    const characters = Array.from({ length: size }, (_character, nth) =>
      character(nth === 0 ? name : `${name} Alt ${nth}`),
    );
    return {
      key,
      name,
      isActive: index === 0 || !chance(0.04),
      main: index > 0 && chance(0.05) ? null : (characters[0]?.id ?? null),
      characters,
      discordId: chance(0.7) ? String(90_071_992_547_409_930n + BigInt(index)) : null,
      corporationId: pick(roll, [
        MEMBER_CORPORATION,
        MEMBER_CORPORATION,
        BLUE_CORPORATION,
        NO_CORPORATION,
      ]),
    };
  });

  const groups = Array.from(
    { length: Math.min(60, 6 + Math.floor(count / 20)) },
    (_, index): OldGroup => {
      const key = index + 7;
      const everyone = users.map((user) => user.key);
      const share = roll() * 0.4;
      const members = everyone.filter(() => chance(share));
      return {
        key,
        name: GROUP_NAMES[index] ?? `Wing ${index}`,
        description: chance(0.2) ? "Two lines\nwith a NUL \0 and 🚀" : "",
        kind: pick(roll, ["public", "public", "hidden", "internal"] as const),
        isOpen: chance(0.3),
        members,
        leaders: everyone.filter(() => chance(3 / count)),
        requests: everyone.filter(() => chance(0.02)),
        danglingMembers: chance(0.3) ? [999_999] : [],
      };
    },
  );
  return { users, groups, vetting: generateVetting(users, seed) };
}

const NAMES = ["Vex", "Ora", "Kael", "Ёжик", "O'Brien", "Søren", "Ines", "Tal"];
const GROUP_NAMES = [
  "Logi",
  "logi",
  "🚀 Capitals",
  "Caps\0 and\u202Ereversed",
  "  ",
  'FC\'s "Best"; DROP TABLE',
];

export function fakeJwt({
  id,
  ownerHash,
  scopes,
  clientId = CLIENT_ID,
}: {
  id: number;
  ownerHash: string;
  scopes: string[];
  clientId?: string;
}): string {
  const payload = {
    sub: `CHARACTER:EVE:${id}`,
    owner: ownerHash,
    azp: clientId,
    aud: [clientId, "EVE Online"],
    scp: scopes,
    iat: 1_790_000_000,
    exp: 1_790_001_200,
    name: `Character ${id}`,
    iss: "https://login.eveonline.com",
  };
  return `eyJhbGciOiJSUzI1NiJ9.${toBase64Url(JSON.stringify(payload))}.c2lnbmF0dXJl`;
}

function toBase64Url(text: string): string {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
