import { Hono } from "hono";
import { RESET_HEADER } from "#test/new-eden/fault-answers.ts";
import type { NewEdenApp } from "#test/new-eden/world.ts";
import type { ReceiverAnswer } from "./state.ts";

const NO_CONTENT = 204;

/** Takes webhooks under any path, and keeps what arrives. */
export const receiverRoutes = new Hono<NewEdenApp>().post("/*", async (c) => {
  const { receiver } = c.env.world;
  const { status = NO_CONTENT, headers = {}, resets = false, isSilent = false } = receiver.answer;
  const header = (name: string) => c.req.header(name) ?? "";
  receiver.received.push({
    path: c.req.path,
    headers: {
      "webhook-id": header("webhook-id"),
      "webhook-timestamp": header("webhook-timestamp"),
      "webhook-signature": header("webhook-signature"),
    },
    body: await c.req.text(),
    status: resets || isSilent ? null : status,
  });
  if (isSilent) await new Promise<void>((resolve) => receiver.unanswered.push(resolve));
  return resets
    ? new Response(null, { headers: { [RESET_HEADER]: "1" } })
    : new Response(null, { status, headers });
});

/** What has arrived, and how it is answered. */
export const receiverControl = new Hono<NewEdenApp>()
  .get("/", (c) => c.json(c.env.world.receiver.received))
  .put("/", async (c) => {
    const { receiver } = c.env.world;
    receiver.answer = await c.req.json<ReceiverAnswer>();
    for (const answer of receiver.unanswered.splice(0)) answer();
    return c.json(null);
  });
