import { fold } from "#shared/fold.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { characters, takeBackRights } from "#worker/db/schema/accounts.ts";
import { TAKE_BACK_MS } from "#worker/auth/accounts/take-back-rights.ts";
import { tokenRevocations } from "#worker/db/schema/erasure.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { discordTokens, linkDiscord } from "#test/support/discord/discord-builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import type { Driver } from "#test/support/workerd/queue-driver.ts";
import { after, say } from "./scene.ts";
import type { Scene } from "./scene.ts";

const MINUTES = 60;
const DAY = 24 * 60 * MINUTES;
/** EVE's keys are cached for five minutes. */
const KEYS_FORGOTTEN = 6 * MINUTES;

/** A user with a main and another pilot. */
async function signUp(muster: Muster) {
  const browser = openBrowser(muster);
  const [main, alt] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  return { browser, main, alt };
}

type SetUp = (muster: Muster, drive: Driver) => Promise<Omit<Scene, "muster" | "drive">>;

const linking =
  (body?: { access: "director" }): SetUp =>
  async (muster, drive) => {
    const { browser, alt } = await signUp(muster);
    return {
      async act() {
        await drive.advance(KEYS_FORGOTTEN);
        return say(await browser.link(alt.id, body && { ...body, characterId: alt.id }));
      },
    };
  };

export const IDENTITY_FLOWS = {
  async "a pilot logs in"(muster, drive) {
    const { browser, main } = await signUp(muster);
    return {
      async act() {
        await drive.advance(KEYS_FORGOTTEN);
        const url = await browser.start("login");
        return say(await browser.callback(await browser.approve(url, main.id)));
      },
    };
  },

  async "a newcomer opens an account"(muster, drive) {
    const { createPilot } = newEdenControl(muster.newEdenBase);
    return {
      async act() {
        await drive.advance(KEYS_FORGOTTEN);
        const browser = openBrowser(muster);
        const { id } = await createPilot();
        const answer = await browser.approve(await browser.start("login"), id);
        const proved = await browser.callback(answer);
        if (!proved.ok) return say(proved);
        return say(await browser.send("/auth/claim-main", "POST", { characterId: id }));
      },
    };
  },

  async "a former main takes its account back"(muster, drive) {
    const newEden = newEdenControl(muster.newEdenBase);
    const { db } = muster.context;
    return {
      async act() {
        await drive.advance(KEYS_FORGOTTEN);
        const { userId } = await buildUser(muster);
        const { id, name } = await newEden.createPilot();
        const { ownerHash } = await newEden.grant(id, []);
        const lostMainAt = new Date();
        await db.insert(characters).values({ id, name, nameFolded: fold(name), ownerHash });
        await db.insert(takeBackRights).values({
          characterId: id,
          userId,
          ownerHash,
          linkedAt: new Date(0),
          lostMainAt,
          expiresAt: new Date(lostMainAt.getTime() + TAKE_BACK_MS),
        });
        const browser = openBrowser(muster);
        const answer = await browser.approve(await browser.start("login"), id);
        const proved = await browser.callback(answer);
        if (!proved.ok) return say(proved);
        return say(await browser.send("/auth/take-back", "POST", { characterId: id }));
      },
    };
  },

  "an alt is linked": linking(),
  "director access is granted": linking({ access: "director" }),

  async "a token has expired"(muster, drive) {
    const { main } = await signUp(muster);
    const ask = async () => (await getAccessToken(muster.context, main.id)).state;
    return after(drive, 21 * MINUTES, ask);
  },

  async "an alt is unlinked"(muster) {
    const user = await buildUser(muster);
    return {
      async act() {
        const { pilot } = await linkPilot(muster, {}, { altOf: user });
        const param = { id: String(pilot.id) };
        return say(await user.api.auth.characters[":id"].$delete({ param }));
      },
    };
  },

  async "a player links Discord"(muster) {
    const user = await buildUser(muster);
    const person = await newEdenControl(muster.newEdenBase).discord.createUser();
    return {
      async act() {
        const json = await discordTokens(muster, user, person);
        return say(await user.api.discord.callback.tokens.$post({ json }));
      },
    };
  },

  async "Discord is asked for a player's name"(muster, drive) {
    const user = await buildUser(muster);
    const { discord } = newEdenControl(muster.newEdenBase);
    const person = await discord.createUser({ username: "Name 0" });
    await linkDiscord(muster, user, person);
    const read = async () => (await (await user.api.auth.session.$get()).json()).user?.discord;
    let renamed = 0;
    /** The first read calls Discord after its response. */
    async function again() {
      await read();
      const shown = await read();
      if (shown?.isAuthorized !== true) return "the permission is gone";
      return shown.username === `Name ${renamed}` ? "the new name" : "the old name";
    }
    return {
      again,
      async act() {
        await discord.changeUser(person.id, { username: `Name ${++renamed}` });
        await drive.advance(DAY + 1);
        return again();
      },
    };
  },

  async "a player unlinks Discord"(muster) {
    const user = await buildUser(muster);
    const person = await newEdenControl(muster.newEdenBase).discord.createUser();
    return {
      async act() {
        await linkDiscord(muster, user, person);
        return say(await user.api.discord.link.$delete());
      },
    };
  },
  async "a player deletes the account"(muster, drive) {
    const { discord } = newEdenControl(muster.newEdenBase);
    async function again() {
      muster.queue.push({ kind: "job", name: "account-erasure" });
      await drive.drain(Date.now());
      return `204, ${await muster.context.db.$count(tokenRevocations)} to revoke`;
    }
    return {
      again,
      async act() {
        const { user, pilot } = await linkPilot(muster);
        await linkDiscord(muster, user, await discord.createUser());
        const answer = await user.api.account.$delete({ json: { name: pilot.name } });
        return answer.ok ? again() : say(answer);
      },
    };
  },
} satisfies Record<string, SetUp>;
