import type { D1Database } from "@cloudflare/workers-types";
import { msg, ph, plural } from "#shared/language/macros.ts";
import type { Words } from "#worker/language/words.ts";
import type { HealthCheck } from "#shared/health.ts";
import { MAX_LAG_SECONDS } from "#worker/db/replicas.ts";

/** Whether the nearest copy of the database is a replica, and its region. Its answer alone says so. */
export async function askNearest(binding: Pick<D1Database, "withSession">) {
  const nearest = binding.withSession("first-unconstrained");
  const { meta } = await nearest.prepare("select 1").run();
  return { isReplica: meta.served_by_primary === false, region: meta.served_by_region ?? "?" };
}

/** An answer of the primary does not say that there is no replica: the primary may be the nearest copy. */
export function checkReplicas(
  { isReplica, region }: Awaited<ReturnType<typeof askNearest>>,
  { say }: Words,
): HealthCheck {
  const line = { id: "replicas", title: say(msg`Read replicas`), values: [] };
  if (isReplica) {
    const words = msg`A replica in ${ph({ region })} answers. What pilots read from it is at most ${plural(
      { seconds: MAX_LAG_SECONDS },
      { one: "# second", other: "# seconds" },
    )} old.`;
    return { ...line, state: "ok", words: say(words), fix: null };
  }
  return {
    ...line,
    state: "unknown",
    words: say(
      msg`The primary database answers: it is the copy nearest to you, or there is no replica.`,
    ),
    fix: say(
      msg`Cloudflare's dashboard shows whether read replication is switched on: D1, muster, Settings.`,
    ),
  };
}
