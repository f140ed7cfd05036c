import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { eventIdsFrom, instantOf } from "#worker/audit/event-id.ts";

/** Applies the migrations whose names lie between two, the first included. */
function migrate(db: DatabaseSync, from: string, to: string) {
  const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  for (const name of files.toSorted().filter((file) => file >= from && file < to)) {
    db.exec(readFileSync(`migrations/${name}`, "utf8"));
  }
}

test("every event of the three former logs is in the one log, in the order of time", () => {
  const db = new DatabaseSync(":memory:");
  migrate(db, "0000", "0011");
  const [first, second, third, fourth] = [
    1_700_000_000_000, 1_700_000_000_001, 1_700_000_000_002, 4e12,
  ];
  db.exec(`
    insert into users (id, created_at) values ('u', 0);
    insert into characters (id, name, name_folded, user_id) values (7, 'Mira Tal', 'mira tal', 'u');
    update users set main_character_id = 7;
    insert into group_events (id, kind, group_id, group_name, actor_id, actor_name, detail, request_id, created_at)
      values ('${eventIdsFrom(second)}abc', 'member_joined', 'g', 'Old Name', 'u', 'Old Main', '{"codeId":"k"}', 'r2', ${second}),
        ('${eventIdsFrom(fourth)}abc', 'invitation_expired', 'g', 'Old Name', null, null, '{}', 'r4', ${fourth});
    insert into corporation_events (id, kind, corporation_id, corporation_name, character_id, character_name, detail,
      request_id, created_at)
      values ('${eventIdsFrom(third)}abc', 'director_unhealthy', 9, 'Sable', 7, 'Mira', '{}', 'r3', ${third});
    insert into account_events (id, user_id, kind, character_id, owner_hash, request_id, created_at, discord_name)
      values ('random', 'u', 'character_sold', 7, 'hash', 'r1', ${first}, null),
        ('another', 'u', 'discord_linked', null, null, 'r0', 5, 'mira#1');
  `);
  migrate(db, "0011", "9999");
  const events = db.prepare("select * from audit_events order by seq").all();
  expect(events.map((row) => [row["request_id"], row["log"], row["kind"]])).toEqual([
    ["r0", "accounts", "discord_linked"],
    ["r1", "accounts", "character_sold"],
    ["r2", "groups", "member_joined"],
    ["r3", "corporations", "director_unhealthy"],
    ["r4", "groups", "invitation_expired"],
  ]);
  const ids = events.map((row) => String(row["id"]));
  expect(ids).toEqual(ids.toSorted());
  expect(ids.map(instantOf)).toEqual(events.map((row) => row["created_at"]));
  expect(events).toMatchObject([
    {
      actor_kind: "user",
      actor_name: "Mira Tal",
      subject_id: "u",
      detail: '{"discordName":"mira#1"}',
    },
    {
      actor_kind: "eve",
      actor_id: null,
      subject_id: "u",
      character_name: "Mira Tal",
      owner_hash: "hash",
    },
    { actor_name: "Old Main", group_name: "Old Name", detail: '{"codeId":"k"}' },
    { actor_kind: "job", subject_id: "u", corporation_id: 9, character_name: "Mira" },
    { actor_kind: "job", actor_id: null, group_id: "g" },
  ]);
});
