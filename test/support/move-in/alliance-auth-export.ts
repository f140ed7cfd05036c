import { BLUE_CORPORATION, MEMBER_CORPORATION } from "./old-community.ts";
import type { OldCommunity, OldUser } from "./old-community.ts";
import type { OldVetting } from "./old-vetting.ts";

const [MEMBER_STATE, BLUE_STATE, GUEST_STATE] = [11, 12, 13];

const STATES = new Map([
  [MEMBER_CORPORATION, MEMBER_STATE],
  [BLUE_CORPORATION, BLUE_STATE],
]);

/** Strings in `fields` under this key are written as bare numbers, as Django writes Discord's ids. */
const BARE = "uid";

/** `manage.py dumpdata` with natural foreign keys, in the order of its applications. */
export async function* allianceAuthExport(old: OldCommunity): AsyncGenerator<string> {
  yield "[";
  let isFirst = true;
  for (const record of recordsOf(old)) {
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

function* recordsOf({ users, groups, vetting }: OldCommunity): Generator<Dumped> {
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
  yield* hrApplications(vetting, natural);
  yield* blacklist(vetting);
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

const PK_OF_CORPORATION = new Map([
  [MEMBER_CORPORATION, 1],
  [BLUE_CORPORATION, 2],
]);

/** allianceauth.hrapplications. Its order of applications in Django puts answers before questions. */
function* hrApplications(
  { questions, forms, applications, notes }: OldVetting,
  natural: (key: number) => string[],
): Generator<Dumped> {
  let pk = 0;
  for (const { key, answers } of applications) {
    for (const [question, answer] of answers) {
      const fields = { question, application: key, answer };
      yield { model: "hrapplications.applicationresponse", pk: (pk += 1), fields };
    }
  }
  for (const { key, title, help, kind, options } of questions) {
    const fields = { title, help_text: help, multi_select: kind === "choices" };
    yield { model: "hrapplications.applicationquestion", pk: key, fields };
    for (const choice_text of options) {
      const choice = { question: key, choice_text };
      yield { model: "hrapplications.applicationchoice", pk: (pk += 1), fields: choice };
    }
  }
  for (const { key, corporationId, questions: asked } of forms) {
    const fields = { corp: PK_OF_CORPORATION.get(corporationId), questions: asked };
    yield { model: "hrapplications.applicationform", pk: key, fields };
  }
  for (const { key, form, user, status, reviewer, createdAt } of applications) {
    yield {
      model: "hrapplications.application",
      pk: key,
      fields: {
        form,
        user: natural(user),
        approved: status === "approved" ? true : status === "rejected" ? false : null,
        reviewer: reviewer === null ? null : natural(reviewer),
        reviewer_character: null,
        created: createdAt.toISOString(),
      },
    };
  }
  for (const { application, author, text, createdAt } of notes) {
    const fields = { application, user: natural(author), text, created: createdAt.toISOString() };
    yield { model: "hrapplications.applicationcomment", pk: (pk += 1), fields };
  }
}

/** allianceauth-blacklist. */
function* blacklist({ watched }: OldVetting): Generator<Dumped> {
  yield { model: "blacklist.blacklistfilter", pk: 1, fields: { name: "Clean", description: "" } };
  let pk = 0;
  for (const { key, category, eveId, name, isRefused, reason, comments } of watched) {
    yield {
      model: "blacklist.evenote",
      pk: key,
      fields: {
        eve_id: eveId,
        eve_name: name,
        eve_catagory: category,
        blacklisted: isRefused,
        restricted: key === 1,
        ultra_restricted: false,
        added_by: "Boss",
        added_at: "2026-03-02T10:00:00.123Z",
        reason,
        corporation_id: null,
        corporation_name: null,
        alliance_id: null,
        alliance_name: null,
      },
    };
    for (const comment of comments) {
      pk += 1;
      const by = { added_by: "Second", comment_date: "2026-06-02T10:00:00Z" };
      const fields = { eve_note: key, ...by, comment, restricted: false, ultra_restricted: false };
      yield { model: "blacklist.evenotecomment", pk, fields };
    }
  }
}
