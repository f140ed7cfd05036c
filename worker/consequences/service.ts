import type { AdminAct, Consequences, ConsequencesQuery } from "#shared/consequences.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { ofApplication, ofApplicationOff } from "./application.ts";
import { ofCorporation, ofDirector } from "./corporation.ts";
import { ofServer } from "./server.ts";
import { ofSuspension } from "./suspension.ts";

type Reader = (context: Context, actor: UserActor, id: string) => Promise<Consequences>;

/** Each reads in one round trip, writes nothing, and refuses what the act would refuse. */
const READERS: Record<AdminAct, Reader> = {
  suspension: ofSuspension,
  corporation: ofCorporation,
  director: ofDirector,
  application: ofApplication,
  application_off: ofApplicationOff,
  server: ofServer,
};

/** Who is concerned and what follows if the actor did this now. */
export function readConsequences(
  context: Context,
  actor: UserActor,
  { act, id }: ConsequencesQuery,
): Promise<Consequences> {
  return READERS[act](context, actor, id);
}
