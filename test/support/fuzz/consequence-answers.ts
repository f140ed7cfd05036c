import * as z from "zod/mini";
import { NAMED } from "#shared/consequences.ts";
import type { Consequences } from "#shared/consequences.ts";
import { count, orNull } from "./shapes.ts";

const named = z.array(z.string()).check(z.maxLength(NAMED));

const consequences: z.ZodMiniType<Consequences> = z.strictObject({
  people: orNull(
    z.strictObject({
      names: z.array(orNull(z.string())).check(z.maxLength(NAMED)),
      more: count,
    }),
  ),
  follows: z.array(
    z.strictObject({
      kind: z.enum([
        "sessions",
        "memberships",
        "owned_groups",
        "administrator",
        "merges",
        "applications",
        "requests",
        "invitations",
        "codes",
        "tokens",
        "webhooks",
        "review",
        "feed",
        "records",
        "roles",
        "mapped_roles",
        "joining",
        "nicknames",
        "held_removals",
        "closed_applications",
        "told_applications",
        "sign_ins",
        "directors",
        "unread_corporations",
        "rules",
        "unread_rules",
        "rosters",
        "readers",
      ]),
      count: orNull(count),
      names: named,
      more: count,
    }),
  ),
});

export const CONSEQUENCE_ANSWERS = {
  "GET /api/admin/consequences": consequences,
  "GET /api/groups/:id/consequences": consequences,
};
