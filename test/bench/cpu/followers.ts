import { webhookTopicSchema } from "#shared/applications/webhooks.ts";
import { adminOf, createApplication } from "#test/bench/arrangements.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { write } from "#test/support/answers/write.ts";
import { newEventId } from "#worker/audit/event-id.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { discordFeeds } from "#worker/db/schema/discord-posts.ts";
import type { Bench } from "./community.ts";
import type { Meter } from "./meter.ts";

const RECEIVER = "https://wiki.example.com/receiver/hook";
const FEEDS = 4;
/** What a busy hour leaves. */
const EVENTS_EACH = 10;
const ENDING = 120;
const SESSIONS = 6;

/** What follows the log and the clock: posts at Discord, webhooks, sessions of applications, and memberships that end. */
export async function measureFollowers(bench: Bench, meter: Meter, rounds: number) {
  const groupIds = Array.from({ length: FEEDS }, (_, nth) => `g${nth}`);
  const applicationId = await buildReceiver(bench, groupIds);
  await buildFeeds(bench, groupIds);
  for (let round = 0; round < rounds; round += 1) {
    bench.newEden.world.discord.usage.clear();
    await addEvents(bench, groupIds);
    await follow(meter, "webhooks");
    await bench.execute("update discord_feeds set waits_until = 0, posted_at = null");
    await follow(meter, "discord-posts");
    await endSessions(bench, applicationId);
    await follow(meter, "logouts");
    await bench.execute(
      `insert into group_members (group_id, user_id, role, joined_at, ends_at, end_due_at)
        select 'g9', id, 'member', 1, 1, 1 from users where id like 'u%' order by id limit ${ENDING}
        on conflict do update set ends_at = 1, end_due_at = 1 where role = 'member'`,
    );
    await follow(meter, "membership-ends");
  }
  await bench.execute("delete from discord_feeds");
  await bench.execute("delete from applications where id = ?", applicationId);
}

/** One message, and those that continue it. */
async function follow(meter: Meter, kind: string) {
  let isDone = false;
  while (!isDone) {
    const { body } = await meter.deliver(`queue: ${kind}`, [{ kind }]);
    isDone = body !== "again";
  }
}

/** An application that is told of everything in these groups, and of sessions that end. */
async function buildReceiver({ muster, execute }: Bench, groupIds: string[]) {
  const { id } = await createApplication(muster, {
    name: "Receiver",
    redirectUri: RECEIVER,
    groupIds,
  });
  const hook = await adminOf(muster).admin.applications[":id"].webhooks.$post({
    param: { id },
    json: { url: RECEIVER, topics: webhookTopicSchema.options },
  });
  if (!hook.ok) throw new Error(await hook.text());
  await execute("update applications set backchannel_logout_uri = ? where id = ?", RECEIVER, id);
  return id;
}

async function buildFeeds({ muster, newEden }: Bench, groupIds: string[]) {
  const { discord } = newEdenControl(newEden.base);
  const { id } = await discord.servers.create({
    roles: [],
    channels: groupIds.map((name) => ({ name })),
  });
  const channels = await discord.channels(id);
  await write(muster, {
    statements: groupIds.map((groupId, nth) =>
      muster.context.db.insert(discordFeeds).values({
        id: `feed-${groupId}`,
        groupId,
        targetId: channels[nth]?.id ?? "",
        targetName: groupId,
        topics: ["joined", "left", "requests"],
        afterSeq: 0,
        waitsUntil: new Date(0),
        origin: "https://muster.example.com",
      }),
    ),
  });
  // The log of before is not posted.
  await write(muster, {
    statements: [muster.context.db.update(discordFeeds).set({ afterSeq: 1_000_000_000 })],
  });
}

/** Members join each of the groups. */
async function addEvents({ muster, execute }: Bench, groupIds: string[]) {
  const { db } = muster.context;
  await execute(
    "update discord_feeds set after_seq = (select max(seq) from audit_events), due_seq = 0",
  );
  const now = Date.now();
  await write(muster, {
    statements: groupIds.flatMap((groupId) =>
      Array.from({ length: EVENTS_EACH }, (_, nth) =>
        db.insert(auditEvents).values({
          id: newEventId(now),
          log: "groups",
          kind: "member_joined",
          actorKind: "user",
          actorId: `u${nth}`,
          actorName: `Filler ${nth}`,
          subjectId: `u${nth}`,
          subjectName: `Filler ${nth}`,
          groupId,
          groupName: `Group ${groupId}`,
          groupVisibility: "public",
          detail: {},
          requestId: "bench",
          createdAt: new Date(now),
        }),
      ),
    ),
  });
}

/** Players have sessions at the application, and an administrator ends all. */
async function endSessions({ muster, execute }: Bench, applicationId: string) {
  const now = Date.now();
  await execute(
    `insert into application_grants (id, application_id, user_id, scope, issuer, authenticated_at, created_at, expires_at, generation)
      select lower(hex(randomblob(11))), ?, id, 'openid', 'https://muster.example.com', ?, ?, ?, 1
        from users where id like 'u%' order by id limit ${SESSIONS}`,
    applicationId,
    now,
    now,
    now + 60_000,
  );
  const application = adminOf(muster).admin.applications[":id"];
  const ended = await application["end-sessions"].$post({ param: { id: applicationId } });
  if (!ended.ok) throw new Error(await ended.text());
}
