import { linkAccount, manageServer } from "#test/bench/arrangements.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import type { Bench } from "./community.ts";
import type { Meter } from "./meter.ts";

const MEMBERS = 400;
const MAPPED_ROLES = 20;
const MARKS = 10;

/** The slices of a Discord server: a check of members who all lack roles, one that changes nothing, and members who were marked. */
export async function measureDiscord(bench: Bench, meter: Meter, rounds: number) {
  const { discord } = newEdenControl(bench.newEden.base);
  const { id, roles } = await discord.servers.create({
    roles: Array.from({ length: MAPPED_ROLES }, (_, index) => ({ name: `Role ${index}` })),
  });
  const people = await discord.createUsers(MEMBERS);
  for (const [index, person] of people.entries()) {
    await linkAccount(bench.execute, `u${index}`, person);
  }
  const mapped = roles.filter(({ managed }) => !managed).map((role) => role.id);
  await manageServer(bench.muster, id, {
    roles: mapped.map((roleId, index) => ({ roleId, groupIds: [`g${index}`, "everyone"] })),
    drift: "remove",
  });

  /** Every limit is free, no invocation works, and the members have these roles at Discord. */
  async function reset(held: string[], sweepAfter: string | null) {
    bench.newEden.world.discord.usage.clear();
    await discord.servers.addMembers(
      id,
      people.map((person) => ({ userId: person.id, roles: held, pending: false })),
    );
    await bench.execute(
      `update discord_servers set lease_until = null, lease_id = null, waits_until = null, removals = null,
        buckets = '{"routes":{},"limits":{}}', sweep_after = ?, swept_at = ?`,
      sweepAfter,
      Date.now(),
    );
    await bench.execute("delete from discord_marks");
  }
  const begin = [{ body: { kind: "discord", serverId: id } }];
  const deliver = (what: string, messages: { body: unknown }[] = begin) =>
    meter.deliver(
      `queue: discord (${what})`,
      messages.map(({ body }) => body),
    );

  for (let round = 0; round < rounds; round += 1) {
    await bench.execute("delete from discord_members");
    await reset([], "");
    const changing = await deliver("a check, members change, first slice");
    bench.newEden.world.discord.usage.clear();
    await deliver("a check, members change, next slice", changing.messages);
    await reset(mapped, "");
    const checking = await deliver("a check, members as they should be, first slice");
    await deliver("a check, members as they should be, next slice", checking.messages);
    await reset(mapped, null);
    for (const { id: discordId } of people.slice(0, MARKS)) {
      const mark = `${round} ${discordId}`;
      await bench.execute(
        "insert into discord_marks (server_id, discord_id, mark) values (?, ?, ?)",
        id,
        discordId,
        mark,
      );
    }
    await deliver("members of groups have changed");
  }
  await bench.execute("delete from discord_servers");
}
