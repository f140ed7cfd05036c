import { expect, test } from "vitest";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import { localVars } from "./local-vars.ts";

const BASE = "https://new-eden.test";
const BOT_ID = localVars(0).DISCORD_CLIENT_ID;

/** A channel with a message of Muster's bot, as a visitor finds it; `send` stands for Muster. */
async function openChannel(answer: object) {
  const eden = openEden();
  const { world, control, send } = eden;
  const servers = await control.discord.servers.list();
  const serverId = servers.find(({ name }) => name === "Sable Meridian")?.id ?? "";
  const channel = (await control.discord.channels(serverId)).find(({ name }) => name === "general");
  const userId = [...world.discord.users.values()].find(({ username }) => username === "voss")?.id;
  const bot = world.discord.applications.get(BOT_ID);
  if (channel === undefined || bot === undefined) throw new Error("The seed has both.");
  const received: { url: string; body: string; headers: Headers }[] = [];
  world.send = (url, { body, headers }) => {
    received.push({
      url,
      body: typeof body === "string" ? body : "",
      headers: new Headers(headers),
    });
    return Promise.resolve(Response.json(answer));
  };
  bot.interactionsUrl = "https://muster.test/api/discord/interactions";
  world.discord.channels.get(channel.id)?.messages.push({
    id: "900",
    authorId: BOT_ID,
    authorName: undefined,
    webhookId: undefined,
    content: "",
    embeds: [{ description: "**Mira Tal** asks to join" }],
    components: [
      {
        type: 1,
        components: [
          { type: 2, style: 3, label: "Approve", custom_id: "approve:1" },
          { type: 2, style: 5, label: "Open", url: "https://muster.test/groups/1" },
        ],
      },
    ],
    flags: 0,
    nonce: undefined,
    createdAt: 0,
    editedAt: null,
    pings: false,
  });
  const address = `${BASE}/discord/channels/${serverId}/${channel.id}`;
  const read = async (url: string) => (await send(url)).text();
  async function press(fields: Record<string, string>) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const url = `${BASE}/control/page/discord/channels/${channel?.id}`;
    const { status, headers } = await send(url, { method: "POST", body });
    expect(status).toBe(303);
    return read(headers.get("location") ?? "");
  }
  return { bot, address, read, press, received, userId: userId ?? "" };
}

const APPROVE = { kind: "button", messageId: "900", customId: "approve:1" };

test("a visitor presses a button: Muster gets a signed interaction, and the answer is shown", async () => {
  const { address, read, press, received, userId } = await openChannel({
    type: 4,
    data: { content: "Approved.", flags: 64 },
  });
  const page = await read(`${address}?as=${userId}`);
  expect(page).toContain("Mira Tal** asks to join");
  expect(page).toContain('value="approve:1"');
  const after = await press({ ...APPROVE, userId });
  expect(after).toContain("Only you see this");
  expect(after).toContain("Approved.");
  const [request] = received;
  expect(request?.url).toBe("https://muster.test/api/discord/interactions");
  expect(request?.headers.get("x-signature-ed25519")).toMatch(/^[0-9a-f]{128}$/);
  expect(JSON.parse(request?.body ?? "")).toMatchObject({
    type: 3,
    member: { user: { id: userId } },
    data: { custom_id: "approve:1" },
  });
  // Others do not see the answer.
  expect(await read(address)).not.toContain("Only you see this");
});

test("a form that Muster asks for is shown and sent", async () => {
  const { press, received, userId } = await openChannel({
    type: 9,
    data: {
      custom_id: "reject:1",
      title: "Reject the request",
      components: [
        { type: 18, label: "Reason", component: { type: 4, custom_id: "reason", required: false } },
      ],
    },
  });
  const page = await press({ ...APPROVE, customId: "reject:1", userId });
  expect(page).toContain("Reject the request");
  expect(page).toContain('name="field:reason"');
  await press({
    kind: "form",
    messageId: "900",
    customId: "reject:1",
    "field:reason": "Not now",
    userId,
  });
  expect(received.at(-1)?.body).toContain("Not now");
});

test("without an address of Muster, the page says what to do", async () => {
  const { bot, press, userId } = await openChannel({});
  bot.interactionsUrl = null;
  expect(await press({ ...APPROVE, userId })).toContain("register the commands");
});
