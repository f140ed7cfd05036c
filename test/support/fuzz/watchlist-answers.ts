import * as z from "zod/mini";
import { watchFactSchema, watchLevelSchema, watchSubjectSchema } from "#shared/watchlist.ts";
import type { WatchedRequests, WatchEntry, Watchlist, WatchPreview } from "#shared/watchlist.ts";
import { count, id, NOTHING, orNull, pageOf, when } from "./shapes.ts";

const finding = z.strictObject({
  characterId: count,
  name: z.string(),
  userId: id,
  mainName: z.string(),
  fact: watchFactSchema,
  since: orNull(when),
  until: orNull(when),
});

const entry: z.ZodMiniType<WatchEntry> = z.strictObject({
  id,
  subject: watchSubjectSchema,
  eveId: count,
  name: z.string(),
  level: watchLevelSchema,
  reason: z.string(),
  link: orNull(z.string()),
  months: orNull(count),
  createdAt: when,
  until: when,
  hits: z.array(z.extend(finding, { foundAt: when, isSeen: z.boolean() })),
});

const watchedRequests: z.ZodMiniType<WatchedRequests> = z.strictObject({
  items: z.array(
    z.strictObject({
      id,
      subject: watchSubjectSchema,
      eveId: count,
      name: z.string(),
      level: watchLevelSchema,
      findings: z.array(finding),
    }),
  ),
});

const list: z.ZodMiniType<Watchlist> = z.extend(pageOf(entry), {
  counts: z.strictObject({ new: count, due: count }),
  keepers: orNull(z.strictObject({ groupId: id, name: z.string() })),
});

const preview: z.ZodMiniType<WatchPreview> = z.strictObject({
  hits: z.array(finding),
  unread: count,
  follows: z.array(
    z.strictObject({
      group: orNull(z.strictObject({ groupId: id, name: z.string() })),
      users: z.array(z.strictObject({ userId: id, mainName: z.string() })),
      graceDays: count,
      isHeld: z.boolean(),
    }),
  ),
});

/** The response schema of each route of the watchlist. */
export const WATCHLIST_ANSWERS: Record<string, z.ZodMiniType> = {
  "GET /api/watchlist": list,
  "POST /api/watchlist": entry,
  "GET /api/watchlist/preview": preview,
  "GET /api/watchlist/requests/:id": watchedRequests,
  "POST /api/watchlist/import": z.strictObject({ added: count }),
  "PUT /api/watchlist/keepers": NOTHING,
  "PATCH /api/watchlist/:id": entry,
  "DELETE /api/watchlist/:id": NOTHING,
  "POST /api/watchlist/:id/seen": NOTHING,
};
