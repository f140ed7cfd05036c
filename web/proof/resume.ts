import { t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { QueryClient } from "@tanstack/react-query";
import { messageOf } from "#web/lib/api/api-error.ts";
import { sessionQuery } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { acts } from "./acts.ts";
import type { ActName } from "./acts.ts";
import { takeIntent } from "./intent.ts";
import type { Intent } from "./intent.ts";

/** EVE has confirmed the main: does what had to wait for it. Returns the page where that began. */
export async function resumeIntent(client: QueryClient): Promise<string> {
  const { user } = await client.fetchQuery(sessionQuery);
  const intent = takeIntent(user?.id);
  if (intent !== undefined) return resume(client, intent);
  toast.success(t`EVE has confirmed your identity. Repeat your last action.`);
  return paths.dashboard;
}

async function resume<Name extends ActName>(
  client: QueryClient,
  { act: name, input }: Intent<Name>,
): Promise<string> {
  const act = acts[name];
  try {
    const answer = await act.run(input);
    await act.settle(client, answer);
    toast.success(act.done(input));
  } catch (error) {
    toast.error(messageOf(error, say(act.failed)));
  }
  return act.page(input);
}
