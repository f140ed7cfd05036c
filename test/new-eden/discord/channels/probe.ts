import type { Application } from "#test/new-eden/discord/applications.ts";
import type { World } from "#test/new-eden/world.ts";
import { signatureOf } from "./interactions.ts";

/**
 * Before Discord stores an address, it sends a PING, and the same with a wrong signature: the application must answer the
 * first and refuse the second (https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint). Only a New
 * Eden that runs beside a product can reach it.
 */
export async function probe(
  world: World,
  application: Application,
  field: string,
  url: string,
): Promise<boolean> {
  if (world.send === undefined) return true;
  const isEvents = field === "event_webhooks_url";
  const body = JSON.stringify({ type: isEvents ? 0 : 1, application_id: application.id });
  const headers = signatureOf(world, application, body);
  const wrong = { ...headers, "x-signature-ed25519": "0".repeat(128) };
  const [right, refused] = await Promise.all([
    world.send(url, { method: "POST", headers, body }),
    world.send(url, { method: "POST", headers: wrong, body }),
  ]);
  return right.status === (isEvents ? 204 : 200) && refused.status === 401;
}
