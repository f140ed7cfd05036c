import * as z from "zod/mini";
import { handler } from "#worker/ops/move-in/read/rows.ts";
import type { Handlers } from "#worker/ops/move-in/read/rows.ts";
import { flag, refKeySchema, text, timeSchema } from "./schemas.ts";

// What Muster reads of optimer, timerboard and fleetactivitytracking, which come with Alliance Auth. What older or newer versions lack is empty.

const word = z._default(z.nullable(z.string()), "");

export const optimerSchema = z.object({
  pk: refKeySchema,
  doctrine: word,
  system: word,
  start: timeSchema,
  /** As people write it. */
  duration: word,
  operation_name: word,
  fc: word,
  description: text,
  eve_character: z.nullish(refKeySchema),
});
export const timerSchema = z.object({
  pk: refKeySchema,
  details: word,
  system: word,
  planet_moon: word,
  structure: word,
  objective: word,
  timer_type: word,
  eve_time: timeSchema,
  corp_timer: flag,
  user: z.nullish(refKeySchema),
});
const linkSchema = z.object({
  pk: refKeySchema,
  fatdatetime: timeSchema,
  /** In minutes. */
  duration: z._default(z.int(), 0),
  fleet: word,
  name: word,
  creator: z.nullish(refKeySchema),
});
const fatSchema = z.object({
  character: refKeySchema,
  fatlink: refKeySchema,
  user: z.nullish(refKeySchema),
});

export type Placed<Schema extends z.ZodMiniType> = z.output<Schema> & { place: string };

export function emptyOperationTables() {
  return {
    optimers: [] as Placed<typeof optimerSchema>[],
    timers: [] as Placed<typeof timerSchema>[],
    links: [] as Placed<typeof linkSchema>[],
    fats: [] as z.output<typeof fatSchema>[],
  };
}
type OperationTables = ReturnType<typeof emptyOperationTables>;

export function operationHandlers(tables: OperationTables): Handlers {
  return {
    // Types are words of the operations that have them.
    "optimer.optimertype": () => {},
    "optimer.optimer": handler(optimerSchema, (row, place) => {
      tables.optimers.push({ ...row, place });
    }),
    "timerboard.timer": handler(timerSchema, (row, place) => {
      tables.timers.push({ ...row, place });
    }),
    "fleetactivitytracking.fatlink": handler(linkSchema, (row, place) => {
      tables.links.push({ ...row, place });
    }),
    "fleetactivitytracking.fat": handler(fatSchema, (row) => {
      tables.fats.push(row);
    }),
  };
}

export const GROUP = "operations";
export const MINUTES_OF_TIMER = 15;
export const MINUTES_OF_FLEET = 60;
