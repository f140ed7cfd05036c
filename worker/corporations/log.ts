import type { SQL } from "drizzle-orm";
import type { CorporationEvent, CorporationEventKind } from "#shared/corporations.ts";
import { recordEvent as record } from "#worker/audit/record.ts";
import type { Context } from "#worker/env.ts";

type NewEvent = {
  kind: CorporationEventKind;
  corporationId: number;
  /** Null when Muster acts by itself. */
  actorId: string | null;
  /** The director it is about. */
  characterId?: number;
  detail?: CorporationEvent["detail"];
};

/** Until corporations use the audit log directly. */
export function recordEvent(context: Context, { actorId, ...event }: NewEvent, when?: SQL) {
  const actor = actorId === null ? ("job" as const) : { userId: actorId };
  const { statement, applied } = record(context, { ...event, actor }, when);
  return { statement, happened: applied };
}
