import { BLUE_CORPORATION, MEMBER_CORPORATION } from "./old-community.ts";
import type { OldCommunity, OldUser } from "./old-community.ts";

const [MEMBER_STATE, BLUE_STATE, GUEST_STATE] = [11, 12, 13];

const STATES = new Map([
  [MEMBER_CORPORATION, MEMBER_STATE],
  [BLUE_CORPORATION, BLUE_STATE],
]);

/** Strings in `fields` under this key are written as bare numbers, as Django writes Discord's ids. */
const BARE = "uid";

/** `manage.py dumpdata` with natural foreign keys, in the order of its applications. */
export async function* allianceAuthExport({ users, groups }: OldCommunity): AsyncGenerator<string> {
  yield "[";
  let isFirst = true;
  for (const record of recordsOf(users, groups)) {
    yield (isFirst ? "" : ", ") + toJson(record);
    isFirst = false;
  }
  yield "]\n";
}

type Dumped = { model: string; pk: number; fields: Record<string, unknown> };

function toJson({ model, pk, fields }: Dumped): string {
  const parts = Object.entries(fields).map(([name, value]) => {
    const json = name === BARE ? String(value) : JSON.stringify(value);
    return `${JSON.stringify(name)}: ${json}`;
  });
  return `{"model": "${model}", "pk": ${pk}, "fields": {${parts.join(", ")}}}`;
}

function* recordsOf(users: OldUser[], groups: OldCommunity["groups"]): Generator<Dumped> {
  const nameOf = new Map(users.map(({ key, name }) => [key, name]));
  const natural = (key: number) => [nameOf.get(key) ?? `gone ${key}`];
  const groupsOf = new Map<number, string[][]>();
  for (const { name, members } of groups) {
    for (const key of members) groupsOf.set(key, [...(groupsOf.get(key) ?? []), [name]]);
  }
  const deleted = groups
    .filter(({ danglingMembers }) => danglingMembers.length > 0)
    .map(({ key }) => [`deleted ${key}`]);
  for (const { key, name } of groups) yield { model: "auth.group", pk: key, fields: { name } };
  for (const { key, name, isActive } of users) {
    yield {
      model: "auth.user",
      pk: key,
      fields: {
        password: "!",
        username: name,
        is_active: isActive,
        is_superuser: key === 3,
        groups: [...(groupsOf.get(key) ?? []), ...(key === 3 ? deleted : [])],
        user_permissions: [],
      },
    };
  }
  yield* statesAndPeople(users, natural);
  yield* groupManagement(groups, natural);
  for (const { key, discordId, name } of users) {
    if (discordId === null) continue;
    const fields = { uid: discordId, username: name, activated: "2025-02-03T04:05:06Z" };
    yield { model: "discord.discorduser", pk: key, fields };
  }
}

function* statesAndPeople(users: OldUser[], natural: (key: number) => string[]): Generator<Dumped> {
  const state = (
    pk: number,
    name: string,
    priority: number,
    corporations: number[],
    isPublic = false,
  ) => ({
    model: "authentication.state",
    pk,
    fields: {
      name,
      priority,
      public: isPublic,
      permissions: [],
      member_characters: [],
      member_corporations: corporations,
      member_alliances: [],
      member_factions: [],
    },
  });
  yield state(MEMBER_STATE, "Member", 100, [1]);
  yield state(BLUE_STATE, "Blue", 50, [2]);
  yield state(GUEST_STATE, "Guest", 0, [], true);
  const corporation = (pk: number, corporation_id: number) => ({
    model: "eveonline.evecorporationinfo",
    pk,
    fields: {
      corporation_id,
      corporation_name: `Corp ${pk}`,
      corporation_ticker: "CRP",
      member_count: 5,
      alliance: null,
    },
  });
  yield corporation(1, MEMBER_CORPORATION);
  yield corporation(2, BLUE_CORPORATION);
  for (const { key, main, corporationId } of users) {
    const fields = {
      user: natural(key),
      main_character: main === null ? null : main % 1_000_000,
      state: STATES.get(corporationId) ?? GUEST_STATE,
    };
    yield { model: "authentication.userprofile", pk: key + 1000, fields };
  }
  let pk = 0;
  const scopes = new Map<string, number>();
  for (const scope of users.flatMap(({ characters }) => characters.flatMap((one) => one.scopes))) {
    if (scopes.has(scope)) continue;
    scopes.set(scope, scopes.size + 1);
    yield { model: "esi.scope", pk: scopes.size, fields: { name: scope, help_text: "" } };
  }
  for (const { key, characters, corporationId } of users) {
    for (const one of characters) {
      const character = one.id % 1_000_000;
      yield {
        model: "eveonline.evecharacter",
        pk: character,
        fields: {
          character_id: one.id,
          character_name: one.name,
          corporation_id: corporationId,
          alliance_id: null,
        },
      };
      pk += 1;
      const link = { character, owner_hash: one.ownerHash, user: natural(key) };
      yield { model: "authentication.characterownership", pk, fields: link };
      if (one.tokenKind === "none") continue;
      const token = (of: string[], created: string) => ({
        model: "esi.token",
        pk: (pk += 1),
        fields: {
          created,
          access_token: of === one.scopes ? one.accessToken : null,
          refresh_token: of === one.scopes ? one.refreshToken : `narrow-${one.id}`,
          user: natural(key),
          character_id: one.id,
          character_name: one.name,
          token_type: "Character",
          character_owner_hash: one.ownerHash,
          scopes: of.map((scope) => scopes.get(scope)),
          sso_version: 2,
        },
      });
      yield token(one.scopes, "2026-11-01T10:00:00.123Z");
      // An older login with fewer scopes.
      if (one.tokenKind === "good" && one.id % 3 === 0)
        yield token(["publicData"], "2026-10-01T10:00:00Z");
    }
  }
}

function* groupManagement(
  groups: OldCommunity["groups"],
  natural: (key: number) => string[],
): Generator<Dumped> {
  let pk = 0;
  for (const { key, name, kind, isOpen, description, leaders, requests } of groups) {
    yield {
      model: "groupmanagement.authgroup",
      pk: key,
      fields: {
        internal: kind === "internal",
        hidden: kind === "hidden",
        open: isOpen,
        public: false,
        restricted: false,
        description,
        group_leaders: leaders.map(natural),
        group_leader_groups: [],
        states: [],
      },
    };
    for (const user of requests) {
      pk += 1;
      const fields = { user: natural(user), group: [name], leave_request: false };
      yield { model: "groupmanagement.grouprequest", pk, fields };
    }
  }
  yield {
    model: "groupmanagement.grouprequest",
    pk: pk + 1,
    fields: { user: natural(3), group: ["deleted"], leave_request: false },
  };
}
