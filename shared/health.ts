import * as z from "zod/mini";
import { instantSchema } from "./answer.ts";

/** What `GET /api/health` answers when all is well; anything else is an error with its status. */
export const healthSchema = z.strictObject({ status: z.literal("ok") });
export type Health = z.infer<typeof healthSchema>;

/** `unknown`: it could not be found out now, which is no failure of its own. */
const checkStateSchema = z.enum(["ok", "warning", "failed", "unknown"]);
export type CheckState = z.infer<typeof checkStateSchema>;

/** A value that is to be entered somewhere else, exactly as it stands here. */
const copyValueSchema = z.strictObject({ label: z.string(), value: z.string() });

/** One line of the self-diagnosis. */
export const healthCheckSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  state: checkStateSchema,
  /** What was found. */
  words: z.string(),
  /** What to do about it; null when there is nothing to do. */
  fix: z.nullable(z.string()),
  values: z.array(copyValueSchema),
  /** What the page can do about it. */
  action: z.optional(z.literal("register-commands")),
});
export type HealthCheck = z.infer<typeof healthCheckSchema>;

/** A character of ADMIN_CHARACTER_IDS whose owner has changed. It gives no rights until its owner is confirmed. */
const withheldAdministratorSchema = z.strictObject({
  characterId: z.int(),
  characterName: z.string(),
  /** The main of the user who holds it; null if no user does. */
  heldBy: z.nullable(z.string()),
  /** When another owner was first seen; null if the character was not in the list at that time. */
  since: z.nullable(instantSchema),
});
export type WithheldAdministrator = z.infer<typeof withheldAdministratorSchema>;

/** Something that went wrong lately. `id` is the one that the record and the log have. */
const healthFailureSchema = z.strictObject({
  id: z.string(),
  what: z.string(),
  words: z.string(),
  at: instantSchema,
});
export type HealthFailure = z.infer<typeof healthFailureSchema>;

export const healthDetailsSchema = z.strictObject({
  /** The worst of all lines that are known. */
  state: checkStateSchema,
  checks: z.array(healthCheckSchema),
  withheldAdministrators: z.array(withheldAdministratorSchema),
  /** Newest first. */
  failures: z.array(healthFailureSchema),
  version: z.strictObject({
    product: z.string(),
    /** The commit it was deployed from, where the deployment said so. */
    commit: z.nullable(z.string()),
    deployedAt: z.nullable(z.string()),
    esiCompatibilityDate: z.string(),
  }),
  checkedAt: instantSchema,
});
export type HealthDetails = z.infer<typeof healthDetailsSchema>;
