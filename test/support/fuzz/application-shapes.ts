import * as z from "zod/mini";
import { memberActSchema } from "#shared/applications/members.ts";
import { applicationEvents } from "#shared/events/application-events.ts";
import { kindsOf } from "#shared/events/kinds.ts";

const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z.nullable(schema);
const named = z.strictObject({ userId: orNull(z.string()), name: orNull(z.string()) });
const change = z.strictObject({ from: orNull(z.string()), to: orNull(z.string()) });

/** An event of an application, in the log of everything. */
export const applicationEventFields = {
  id: z.string(),
  kind: z.enum(kindsOf(applicationEvents)),
  createdAt: z.iso.datetime(),
  actor: orNull(named),
  subject: orNull(named),
  applicationId: orNull(z.string()),
  applicationName: orNull(z.string()),
  requestId: z.string(),
  detail: z.strictObject({
    changes: z.optional(z.record(z.string(), change)),
    reason: z.optional(z.string()),
    count: z.optional(z.int()),
    label: z.optional(z.string()),
    act: z.optional(memberActSchema),
  }),
};
