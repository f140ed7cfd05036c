import type { DiscordUser } from "#test/new-eden/discord/people.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import type { Driver } from "#test/support/workerd/queue-driver.ts";

const EVERY_MINUTE = "* * * * *";
/** Longer than any work of the tests takes: work that never ends fails the test. */
const MOST_MINUTES = 24 * 60;

let lastCharacterId = 2_119_000_000;

type Linked = { discordId: string; userId: string };

const field = (name: string) => `(value ->> '$.${name}')`;

/** Users with a main each, linked to these Discord accounts without tokens. One statement per table. */
export async function linkCrowd(muster: Muster, people: readonly DiscordUser[]): Promise<Linked[]> {
  const rows = people.map(({ id, username }) => ({
    discordId: id,
    username,
    userId: `user-of-${id}`,
    characterId: ++lastCharacterId,
  }));
  const json = JSON.stringify(rows);
  await muster.env.DB.batch(
    [
      `insert into users (id, created_at) select ${field("userId")}, 0 from json_each(?1)`,
      `insert into characters (id, name, name_folded, user_id, linked_at)
        select ${field("characterId")}, 'Pilot ' || ${field("characterId")}, 'pilot ' || ${field("characterId")},
          ${field("userId")}, 0 from json_each(?1)`,
      `update users set main_character_id = c.id from characters c, json_each(?1)
        where users.id = ${field("userId")} and c.user_id = users.id`,
      `insert into discord_accounts
          (discord_id, user_id, username, discriminator, refresh_token, is_authorized, linked_at, check_due_at)
        select ${field("discordId")}, ${field("userId")}, ${field("username")}, '0', '', 1, 0, 100000000000000
        from json_each(?1)`,
    ].map((query) => muster.env.DB.prepare(query).bind(json)),
  );
  return rows;
}

/** Adds users to a group, or removes them, as any cause does. */
export async function setMembers(
  { env }: Muster,
  groupId: string,
  users: readonly { userId: string }[],
  isMember: boolean,
) {
  const ids = JSON.stringify(users.map(({ userId }) => userId));
  const query = isMember
    ? `insert or ignore into group_members (group_id, user_id, role, joined_at)
        select ?1, value, 'member', 0 from json_each(?2)`
    : "delete from group_members where group_id = ?1 and user_id in (select value from json_each(?2))";
  await env.DB.prepare(query).bind(groupId, ids).run();
}

/** Whether no server has anything to do. */
async function isIdle({ env, queue }: Muster): Promise<boolean> {
  const { busy } =
    (await env.DB.prepare(
      `select (select count(*) from discord_marks m join discord_servers s on s.id = m.server_id where s.is_on = 1) +
          (select count(*) from discord_servers where sweep_after is not null or (is_on = 1 and removals = 'released'))
        as busy`,
    ).first<{ busy: number }>()) ?? {};
  return busy === 0 && queue.waiting.length === 0;
}

/** Delivers messages and fires the cron of every minute until nothing is left. Returns the minutes that it took. */
export async function settle(muster: Muster, driver: Driver): Promise<number> {
  const before = Date.now();
  for (let minute = 0; minute < MOST_MINUTES; minute += 1) {
    await driver.drain();
    if (await isIdle(muster)) return Math.ceil((Date.now() - before) / 60_000);
    await driver.advance(60);
    await driver.cron(EVERY_MINUTE);
  }
  throw new Error(`The work on Discord servers has not ended after ${MOST_MINUTES} minutes.`);
}
