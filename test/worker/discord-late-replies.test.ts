import type { D1PreparedStatement } from "@cloudflare/workers-types";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { override } from "#test/support/workerd/counting-database.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { answerIn } from "#test/support/workerd/fetch-in.ts";
import { openFrontDoor } from "#test/support/discord/front-door.ts";

afterEach(() => vi.useRealTimers());

/** Longer than Muster lets Discord wait. */
const SLOW_MS = 2_500;

const pause = () => new Promise((resolve) => setTimeout(resolve, SLOW_MS));

/** A database whose first answer takes long. */
function slowDatabase(real: Env["DB"]): Env["DB"] {
  let isFirst = true;
  return override(real, {
    batch: async (statements: D1PreparedStatement[]) => {
      const isSlow = isFirst;
      isFirst = false;
      if (isSlow) await pause();
      return real.batch(statements);
    },
  });
}

test("an answer that takes longer than two seconds is announced in time, and follows", async () => {
  const door = await openFrontDoor({ name: "Slow Wing" });
  const signed = await door.discord.interaction(
    door.owner.discordId,
    { kind: "command", name: "access" },
    door.id,
  );
  const { response, done } = await answerIn(
    { ...door.muster.env, DB: slowDatabase(door.muster.env.DB) },
    new Request("https://muster.test/api/discord/interactions", {
      method: "POST",
      headers: signed.headers,
      body: signed.body,
    }),
  );
  const announced = await readJson(response, z.looseObject({ type: z.number() }));
  expect(announced).toEqual({ type: 5, data: { flags: 64 } });
  await door.discord.respond(signed.interaction.token, announced);
  expect(await door.discord.replies(signed.interaction.token)).toEqual([]);
  await done();
  const [reply] = await door.discord.replies(signed.interaction.token);
  expect(reply).toMatchObject({ isPrivate: true });
  expect(reply?.content).toContain("**Slow Wing**");
});
