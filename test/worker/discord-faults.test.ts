import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { decryptToken } from "#worker/discord/link/encrypted-token.ts";
import type { DiscordUser } from "#test/new-eden/discord/people.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { discordTokens, linkDiscord } from "#test/support/discord/discord-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  for (const level of ["log", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((...parts) => {
      logged.push(parts.map(String).join(" "));
    });
  }
});
afterEach(() => vi.restoreAllMocks());

test("no token or state is logged, stored in clear, or returned", async () => {
  const muster = await startMuster();
  const { discord, addFault } = newEdenControl(muster.newEdenBase);
  const { api } = await buildUser(muster);
  const person = await discord.createUser();
  const json = await discordTokens(muster, { api }, person);
  const answers: string[] = [];
  const keep = async (pending: Promise<{ text: () => Promise<string> }>) =>
    answers.push(await (await pending).text());
  await keep(api.discord.callback.tokens.$post({ json }));
  await keep(api.discord.callback.tokens.$post({ json }));
  await keep(api.auth.session.$get());
  await keep(api.auth.events.$get());
  const database = await muster.context.db.all(sql`select * from discord_accounts`);
  const [grant] = await discord.grants();
  expect(
    await decryptToken(muster.context.config, await encryptedTokenOf(muster, person), person.id),
  ).toBe(grant?.refreshToken);
  await addFault({ service: "discord", kind: "server_error" });
  await keep(api.discord.link.$delete());

  const seen = [JSON.stringify(database), ...logged, ...answers].join("\n");
  expect(seen).toContain('"path":"/api/discord/callback/tokens"');
  const issued = [json.accessToken, json.refreshToken, json.state];
  for (const secret of [...issued, grant?.accessToken, grant?.refreshToken]) {
    expect(seen).not.toContain(secret);
  }
});

test("an encrypted token cannot be decrypted for another Discord account", async () => {
  const muster = await startMuster();
  const { discord } = newEdenControl(muster.newEdenBase);
  const person = await discord.createUser();
  await linkDiscord(muster, await buildUser(muster), person);
  const encrypted = await encryptedTokenOf(muster, person);
  const other = await discord.createUser();
  await expect(decryptToken(muster.context.config, encrypted, other.id)).rejects.toThrow(
    "Decryption failed",
  );
});

/** A linked account's refresh token as the database holds it. */
async function encryptedTokenOf({ context: { db } }: Muster, person: DiscordUser): Promise<string> {
  const isTheirs = eq(discordAccounts.discordId, person.id);
  return (await db.select().from(discordAccounts).where(isTheirs))[0]?.refreshToken ?? "";
}
