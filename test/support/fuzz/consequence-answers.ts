import * as z from "zod/mini";
import { NAMED } from "#shared/consequences.ts";
import type { Consequences } from "#shared/consequences.ts";
import { count, orNull } from "./shapes.ts";

const named = z.array(z.string()).check(z.maxLength(NAMED));

const consequences: z.ZodMiniType<Consequences> = z.strictObject({
  people: z.strictObject({
    count,
    names: z.array(orNull(z.string())).check(z.maxLength(NAMED)),
  }),
  follows: z.array(
    z.strictObject({
      kind: z.enum([
        "sessions",
        "memberships",
        "owned_groups",
        "discord_roles",
        "applications",
        "directors",
        "unread_corporations",
        "administrator",
        "merges",
      ]),
      count,
      names: named,
    }),
  ),
});

export const CONSEQUENCE_ANSWERS = { "GET /api/admin/consequences": consequences };
