import { Hono } from "hono";
import { adminSearchQuerySchema, FOUND_LIMIT } from "#shared/admin-search.ts";
import type { AdminSearch } from "#shared/admin-search.ts";
import { fold, SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { administrators, limitUser } from "#worker/auth/sessions/require-user.ts";
import { runNamed } from "#worker/db/batch.ts";
import type { App, Context } from "#worker/env.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { presentMatch, selectBestMatches } from "#worker/pilots/service.ts";
import { selectApplications, selectCorporations, selectGroups, selectServers } from "./store.ts";

/** `/api/admin/search`. */
export const searchRoutes = new Hono<App>().get(
  "/",
  administrators({ reads: PRIMARY.administration }),
  limitUser("SEARCH_LIMIT"),
  validate("query", adminSearchQuerySchema),
  async (c) => c.json(await searchEverything(c.get("context"), c.req.valid("query").q ?? "")),
);

/** Everything whose name matches, in one round trip. A search for pilots takes two letters. */
async function searchEverything({ db, config }: Context, q: string): Promise<AdminSearch> {
  const values = { text: fold(q) };
  const adminIds = JSON.stringify(config.ADMIN_CHARACTER_IDS);
  const hasPilots = q.length >= SEARCH_MIN_LENGTH;
  const found = await runNamed(db, {
    pilots: hasPilots ? [selectBestMatches(q, adminIds, FOUND_LIMIT)] : [],
    others: [
      selectGroups(values),
      selectCorporations(values),
      selectServers(values),
      selectApplications(values),
    ],
  });
  const [groups, corporations, servers, applications] = found.others;
  const now = Date.now();
  const pilots = (found.pilots[0] ?? []).map((row) => presentMatch(row, now));
  return { pilots, groups, corporations, servers, applications };
}
