import type { Context } from "#worker/env.ts";
import { learnNames } from "#worker/universe/names.ts";
import type { Work } from "./fetch-run.ts";
import { updatePublicInfo } from "./data-store.ts";
import { requestPublicInfo, toPublicInfo } from "./public-info.ts";

/** To ask which names are known, and to keep those that were not. */
const NAMES_COST = 2;

/** What EVE tells everybody; needs no director. */
export async function fetchPublic(context: Context, work: Work): Promise<boolean> {
  const { esi, state, plan } = work;
  const { corporationId } = state;
  const answer = await requestPublicInfo(
    esi,
    corporationId,
    plan.sources["corporation"]?.etag ?? null,
  );
  const { etag } = answer;
  plan.sources["corporation"] = { expiresAt: answer.expiresAt?.getTime() ?? null, etag };
  plan.done.push("corporation");
  state.pagesRead += 1;
  if (answer.state === "unchanged") return true;
  const info = toPublicInfo(answer.data);
  await work.keep(
    [{ statement: updatePublicInfo(context.db, corporationId, info), counts: true }],
    1,
  );
  work.spend(NAMES_COST);
  await learnNames(
    context,
    esi,
    [info.ceoId, info.allianceId].filter((id) => id !== null),
  );
  return true;
}
