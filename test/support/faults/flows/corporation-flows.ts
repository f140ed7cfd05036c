import type { FetchCategory } from "#shared/corporations/corporations.ts";
import type { HoldingsList } from "#test/new-eden/corporations/holdings.ts";
import {
  authorizeAgain,
  buildManaged,
  linkMember,
} from "#test/support/corporations/corporation-builders.ts";
import { scopesToRequest } from "#worker/esi/scopes.ts";
import type { Administered, Managed } from "#test/support/corporations/corporation-builders.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import type { Driver } from "#test/support/workerd/queue-driver.ts";
import { outcomeOf } from "./character-flows.ts";
import { after, say } from "./scene.ts";
import type { Scene } from "./scene.ts";

/** After it lists, roles and access tokens have expired, at the same time of day. */
const DAY = 24 * 60 * 60;

/** Health probes of EVE and Discord are cached for a minute. */
const ANSWERS_FORGOTTEN = 61;
/** Without a change EVE answers 304 without a body, which cannot be malformed. */
const CHANGED: HoldingsList[] = [
  ...(["members", "tracking", "wallets", "journal", "assets"] as const),
  ...(["structures", "orders", "contracts", "killmails"] as const),
];

type SetUp = (world: Administered, drive: Driver) => Promise<Omit<Scene, "muster" | "drive">>;

/** Whether the first director has been checked since a time. */
async function checkedSince(corporation: Managed, time: number): Promise<string> {
  const [director] = await corporation.directors();
  const at = Date.parse(director?.lastHealthCheck ?? "");
  return at >= time ? "checked" : "not reached";
}

const verifying =
  (verify: (corporation: Managed, since: number) => Promise<string>): SetUp =>
  async (world, drive) => {
    const corporation = await buildManaged(world);
    return {
      ...after(drive, DAY, () => verify(corporation, Date.now())),
      // A missing token is reported.
      shown: async () =>
        (await corporation.directors()).map((director) => ({
          ...director,
          tokenState: undefined,
        })),
    };
  };

/** Fetches a category as far as one delivery of its message. */
const fetching =
  (category: Exclude<FetchCategory, "all">): SetUp =>
  async (world, drive) => {
    const { queue } = world.muster;
    const held = { assets: 3, structures: 1, orders: 1, contracts: 1 };
    const holdings = { ...held, killmails: 2, journal: 2 };
    const corporation = await buildManaged(world, { holdings });
    let changes = 0;
    const summary = async () => {
      const data = await corporation.data();
      return data.categories.find((one) => one.category === category);
    };
    const stateOf = async () => String((await summary())?.state);
    return {
      // Loaded data is kept. The date of its category may be that of another list (`corporations-outages.test.ts`).
      shown: async () => ({ ...(await corporation.data()), categories: undefined }),
      async act() {
        await corporation.newEden.changeCorporation(corporation.id, { ticker: `T${++changes}` });
        await corporation.newEden.setHoldings(corporation.id, {
          touch: CHANGED,
          killmails: 2 + changes,
        });
        await drive.advance(DAY);
        await corporation.fetch(category);
        // Work on the roster may wait before it.
        for (let message = queue.take(); message !== undefined; message = queue.take()) {
          await drive.deliver(message);
          if (message.body.kind === "fetch") break;
        }
        return stateOf();
      },
      async again() {
        if ((await stateOf()) === "failed") await drive.startDue();
        await drive.drain();
        return stateOf();
      },
    };
  };

export const CORPORATION_FLOWS = {
  /** The states of EVE's application, ESI and Discord's application. */
  async "an administrator reads the diagnosis"({ admin }, drive) {
    const lines = ["eve-application", "esi", "discord-application"];
    return {
      async act() {
        await drive.advance(ANSWERS_FORGOTTEN);
        const response = await admin.api.health.details.$get();
        if (!response.ok) return say(response);
        const { checks } = await response.json();
        const states = lines.map((line) => checks.find(({ id }) => id === line)?.state);
        return [response.status, ...states].join(" ");
      },
    };
  },

  async "an administrator looks a corporation up"({ muster, admin }) {
    const { id } = await newEdenControl(muster.newEdenBase).createCorporation();
    const query = { corporationId: String(id) };
    return { act: async () => say(await admin.api.corporations.lookup.$get({ query })) };
  },

  /** A pilot who has no account. */
  async "an administrator looks names up"({ muster, admin }) {
    const { name } = await newEdenControl(muster.newEdenBase).createPilot();
    return {
      async act() {
        const response = await admin.api.admin.pilots.lookup.$post({ json: { names: [name] } });
        if (!response.ok) return say(response);
        const { items } = await response.json();
        return `${response.status} ${items[0]?.state}`;
      },
    };
  },

  async "an owner searches a corporation for requirements"({ muster, admin }) {
    const { createCorporation } = newEdenControl(muster.newEdenBase);
    return {
      // Muster knows the name after the first answer.
      async act() {
        const { name } = await createCorporation();
        const query = { kind: "corporation", q: name } as const;
        return say(await admin.api.requirements.search.$get({ query }));
      },
    };
  },

  async "an administrator lists titles for requirements"(world, drive) {
    const corporation = await buildManaged(world);
    const [director] = corporation.pilots;
    const scopes = scopesToRequest([], { forDirector: true });
    await authorizeAgain(world.muster, director?.pilot.id ?? 0, scopes);
    const query = { corporationId: corporation.param.id };
    const tokenSeconds = 21 * 60;
    return {
      async act() {
        // The access token has expired.
        await drive.advance(tokenSeconds);
        const response = await world.admin.api.requirements.titles.$get({ query });
        const { titles, problem } = await response.json();
        return titles[0]?.name ?? problem ?? "nothing";
      },
    };
  },

  async "an administrator adds a corporation"({ muster, admin }, drive) {
    const { createCorporation } = newEdenControl(muster.newEdenBase);
    let corporation = await createCorporation();
    let isAdded = false;
    async function readName() {
      await drive.drain();
      const param = { id: String(corporation.id) };
      const { name } = await (await admin.api.corporations[":id"].$get({ param })).json();
      return name === corporation.name ? "EVE's name" : "the typed name";
    }
    async function act() {
      corporation = await createCorporation();
      const response = await admin.api.corporations.$post({
        json: { corporationId: corporation.id, name: "Typed", ticker: "TYPD" },
      });
      isAdded = response.ok;
      return isAdded ? `${await say(response)} ${await readName()}` : say(response);
    }
    return {
      act,
      async again() {
        if (!isAdded) return act();
        await drive.startDue();
        return `201 ${await readName()}`;
      },
    };
  },

  async "an administrator adds a director"(world, drive) {
    let corporation = await buildManaged(world, { directors: 0 });
    const health = async () => {
      const [director] = await corporation.directors();
      return director?.isHealthy === true ? "201 checked" : "201 not reached";
    };
    return {
      async act() {
        corporation = await buildManaged(world, { directors: 0 });
        const { param, api } = corporation;
        const { pilot } = await linkMember(world.muster, corporation.id);
        await drive.advance(DAY);
        const json = { characterId: pilot.id, characterName: pilot.name };
        const response = await api.directors.$post({ param, json });
        return response.ok ? health() : say(response);
      },
      async again() {
        await drive.checkHealth();
        await drive.drain();
        return health();
      },
    };
  },

  "an administrator verifies a corporation": verifying(async ({ api, param }) => {
    const response = await api.verify.$post({ param });
    if (!response.ok) return say(response);
    return `${response.status} ${(await response.json()).hasAccess}`;
  }),

  "an administrator verifies a director": verifying(async ({ api, param, directors }) => {
    const [{ directorId } = { directorId: "" }] = await directors();
    const response = await api.directors[":directorId"].verify.$post({
      param: { ...param, directorId },
    });
    if (!response.ok) return say(response);
    return `${response.status} ${(await response.json()).hasAccess}`;
  }),

  "an administrator verifies all directors": verifying(async (corporation, since) => {
    const { api, param } = corporation;
    const { status } = await api.directors["verify-all"].$post({ param });
    return `${status} ${await checkedSince(corporation, since)}`;
  }),

  async "the cron checks directors"(world, drive) {
    const corporation = await buildManaged(world);
    const again = async () => {
      const since = Date.now();
      await drive.checkHealth();
      return checkedSince(corporation, since);
    };
    return after(drive, DAY, again);
  },

  async "the queue goes on with a round of checks"(world, drive) {
    const corporation = await buildManaged(world);
    const again = async () => {
      const since = Date.now();
      world.muster.queue.push({
        kind: "check-directors",
        round: since,
        corporationId: corporation.id,
      });
      await drive.drain();
      return checkedSince(corporation, since);
    };
    return after(drive, DAY, again);
  },

  "the queue fetches public data": fetching("public"),
  "the queue fetches core data": fetching("core"),
  "the queue fetches financial data": fetching("financial"),
  "the queue fetches assets data": fetching("assets"),
  "the queue fetches market data": fetching("market"),
  "the queue fetches killmails data": fetching("killmails"),

  async "the cron reads killmails"(world, drive) {
    const { muster } = world;
    const corporation = await buildManaged(world, { holdings: { killmails: 3 } });
    await corporation.fetch("killmails");
    await drive.drain();
    return {
      async act() {
        await muster.env.DB.prepare("update corporation_killmails set at = null").run();
        await drive.advance(DAY);
        await drive.cron("hourly");
        return outcomeOf(muster, "killmails");
      },
    };
  },
} satisfies Record<string, SetUp>;
