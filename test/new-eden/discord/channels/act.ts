import * as z from "zod/mini";
import type { Application } from "#test/new-eden/discord/applications.ts";
import type { World } from "#test/new-eden/world.ts";
import { signedInteraction } from "./interactions.ts";
import type { Act } from "./interactions.ts";
import { readBody } from "./messages.ts";
import { applyResponse, getInteraction } from "./replies.ts";

type Actor = { userId: string; serverId: string | undefined };

/** A user does something on Discord's page: sends it to the application, as Discord does, and returns the token. */
export async function actOnPage(
  world: World,
  application: Application,
  who: Actor,
  act: Act,
): Promise<string> {
  const { url, headers, body, interaction } = signedInteraction(world, application, {
    ...who,
    act,
  });
  const { token } = interaction;
  const fail = (content: string) =>
    getInteraction(world, token).replies.push({ isPrivate: true, content, body: {} });
  if (url === undefined || world.send === undefined) {
    fail("Discord does not know where Muster is: register the commands in Muster's settings.");
    return token;
  }
  const response = await world.send(url, { method: "POST", headers, body });
  if (response.ok) applyResponse(world, application.id, token, await response.json(), readBody);
  else fail(`The application did not respond (${response.status}).`);
  return token;
}

const formSchema = z.object({
  custom_id: z.string(),
  title: z.string(),
  components: z.array(
    z.object({
      label: z.string(),
      component: z.object({ custom_id: z.string(), required: z._default(z.boolean(), true) }),
    }),
  ),
});
export type PageForm = z.infer<typeof formSchema>;

/** The form that an application has answered with; undefined if it is none. */
export function readForm(data: unknown): PageForm | undefined {
  const parsed = formSchema.safeParse(data);
  return parsed.success ? parsed.data : undefined;
}
