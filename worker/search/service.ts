import { FOUND_LIMIT } from "#shared/admin-search.ts";
import type { AdminSearch } from "#shared/admin-search.ts";
import { fold } from "#shared/fold.ts";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { runNamed } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { presentMatch, selectBestMatches } from "#worker/pilots/best-matches.ts";
import { selectApplications, selectCorporations, selectGroups, selectServers } from "./store.ts";

/** Everything whose name matches, in one round trip. A search for pilots takes two letters. */
export async function searchEverything({ db, config }: Context, q: string): Promise<AdminSearch> {
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
