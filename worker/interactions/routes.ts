import { Hono } from "hono";
import type { Context as HonoContext } from "hono";
import * as z from "zod/mini";
import { settle } from "#worker/audit/daily-limits.ts";
import type { Config } from "#worker/ground/config.ts";
import { forgetAccount } from "#worker/discord/link/service.ts";
import { postWork } from "#worker/discord/posts/service.ts";
import { syncWork } from "#worker/discord/servers/sync/service.ts";
import type { App, Context } from "#worker/env.ts";
import { originOf } from "#worker/http/cross-site.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { countAgainst, subscriberOf } from "#worker/http/rate-limit.ts";
import { STAYS, TAKES, visitors } from "#worker/http/route-declaration.ts";
import { runBehind } from "#worker/http/run-behind.ts";
import { wordsIn } from "#worker/language/words.ts";
import type { Words } from "#worker/language/words.ts";
import { beginDue } from "#worker/work/begin-due.ts";
import { interactionSchema, senderOf, webhookEventSchema } from "./payload.ts";
import type { UserInteraction } from "./payload.ts";
import { deferredResponse, inTime, privately, responseOf, sendLate } from "./reply.ts";
import { answerInteraction, INTERACTIONS } from "./service.ts";

/** What Discord sends: it has no session, and proves itself by a signature. */
export const interactionRoutes = new Hono<App>()
  .post("/interactions", visitors(INTERACTIONS), async (c) => {
    const interaction = await readSigned(c, interactionSchema());
    if (interaction.type === 1) return c.json({ type: 1 });
    const words = await wordsIn(interaction.locale);
    const limited = await refuseTooMany(c, interaction, words);
    if (limited) return c.json(limited);
    const context = c.get("context");
    const work = answerInteraction(context, interaction, originOf(c), words);
    const reply = await inTime(work);
    // Roles and posts follow at once, and not with the next cron.
    const follow = () => beginDue(context, syncWork, postWork);
    if (reply !== undefined) {
      if (changes(interaction)) runBehind(c, follow);
      return c.json(responseOf(reply));
    }
    const finish = async () => {
      await sendLate(context, interaction, await work, words);
      await settle(context);
      if (changes(interaction)) await follow();
    };
    runBehind(c, finish);
    return c.json(deferredResponse(kindOf(interaction)));
  })
  .post(
    "/events",
    visitors({
      lasts: STAYS.noSession,
      takes: TAKES.own,
      cost: { none: "Discord sends it, once for an account." },
    }),
    async (c) => {
      const message = await readSigned(c, webhookEventSchema());
      const context = c.get("context");
      if (await takeEvent(context, message)) runBehind(c, () => beginDue(context, syncWork));
      return c.body(null, 204);
    },
  );

/** Anything but Discord's requests is refused: Discord itself tries whether it is. */
async function readSigned<Schema extends z.ZodMiniType>(
  c: HonoContext<App>,
  schema: Schema,
): Promise<z.infer<Schema>> {
  // The bytes as they came: decoding them to text drops a byte order mark.
  const body = new Uint8Array(await c.req.arrayBuffer());
  const signed = {
    body,
    signature: c.req.header("x-signature-ed25519") ?? "",
    timestamp: c.req.header("x-signature-timestamp") ?? "",
  };
  if (!(await isFromDiscord(c.get("context").config, signed))) {
    await countAgainst(c.env.WRITE_LIMIT, subscriberOf(c));
    throw new ApiError("not_discords_signature");
  }
  const parsed = z.safeParse(schema, parseJson(body));
  if (!parsed.success) throw new ApiError("unknown_interaction");
  return parsed.data;
}

/** Undefined if it is not JSON. */
function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** The words for a user who sends too much; undefined otherwise. */
async function refuseTooMany(c: HonoContext<App>, interaction: UserInteraction, words: Words) {
  const limiter = interaction.type === 4 ? c.env.SEARCH_LIMIT : c.env.WRITE_LIMIT;
  try {
    await countAgainst(limiter, `discord ${senderOf(interaction)}`);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return interaction.type === 4
      ? deferredResponse("autocomplete")
      : responseOf(privately(words.sayRefusal(error)));
  }
}

function kindOf({ type }: UserInteraction): Parameters<typeof deferredResponse>[0] {
  return type === 2 ? "command" : type === 4 ? "autocomplete" : "button";
}

/** Commands and decisions may change memberships; suggestions do not. */
function changes({ type, data }: UserInteraction): boolean {
  return type === 2 ? "name" in data && data.name === "join" : type !== 4;
}

type WebhookEvent = z.infer<ReturnType<typeof webhookEventSchema>>;

/**
 * A user has removed Muster's authorization at Discord: the link ends here at once. Discord repeats events and does not order
 * them, so a link that is newer than the event stays. Returns whether a link has ended.
 */
async function takeEvent(context: Context, message: WebhookEvent): Promise<boolean> {
  if (message.type === 0) return false;
  const { type, timestamp, data } = message.event;
  const at = new Date(timestamp);
  if (type !== "APPLICATION_DEAUTHORIZED" || data?.user === undefined) return false;
  if (Number.isNaN(at.getTime())) return false;
  return forgetAccount(context, data.user.id, at);
}

/** Discord signs at the moment of sending, and clocks differ by little. */
const REPLAY_WINDOW_MS = 60_000;

const KEY = /^[\da-f]{64}$/i;
const SIGNATURE = /^[\da-f]{128}$/i;
const encoder = new TextEncoder();

/** A request as Discord sends it: the body as it arrived, since the signature is of its bytes. */
type Signed = { body: Uint8Array; signature: string; timestamp: string };

/**
 * Whether Discord has signed the request within the last minute: Ed25519 over timestamp and body.
 * https://discord.com/developers/docs/interactions/overview#validating-security-request-headers
 */
async function isFromDiscord(
  { DISCORD_PUBLIC_KEY }: Config,
  { body, signature, timestamp }: Signed,
): Promise<boolean> {
  if (!KEY.test(DISCORD_PUBLIC_KEY) || !SIGNATURE.test(signature)) return false;
  const age = Date.now() - Number(timestamp) * 1000;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > REPLAY_WINDOW_MS) return false;
  const key = await crypto.subtle.importKey("raw", fromHex(DISCORD_PUBLIC_KEY), "Ed25519", false, [
    "verify",
  ]);
  const message = new Uint8Array([...encoder.encode(timestamp), ...body]);
  return crypto.subtle.verify("Ed25519", key, fromHex(signature), message);
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
