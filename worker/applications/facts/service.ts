import { MAX_FACTS } from "#shared/facts.ts";
import type { ChangeFact, DeclareFact, Fact, Facts } from "#shared/facts.ts";
import { HOUR_MS } from "#shared/time.ts";
import { changesBetween } from "#worker/audit/record.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { parseJsonText, storedJson } from "#worker/http/json-text.ts";
import { requireAdministration } from "#worker/applications/policy.ts";
import { selectApplicationId } from "#worker/applications/store.ts";
import { requireFactChange, requireFactRemoval } from "./policy.ts";
import * as store from "./store.ts";

export async function listFacts({ db }: Context, applicationId: string): Promise<Facts> {
  const now = Date.now();
  const [[application], found] = await runBatch(db, [
    selectApplicationId({ id: applicationId }),
    store.selectFacts({ applicationId, now }),
  ]);
  if (application === undefined) throw new ApiError("no_such_application");
  return { items: found.map((row) => present(row, now)) };
}

export async function declareFact(
  context: Context,
  actor: Administrator,
  applicationId: string,
  declared: DeclareFact,
): Promise<Fact> {
  const allowed = requireAdministration(actor, applicationId);
  const isDeclared = await store.insertFact(context, allowed, declared);
  const { items } = await listFacts(context, applicationId);
  const fact = items.find(({ key }) => key === declared.key);
  if (isDeclared && fact !== undefined) return fact;
  if (fact !== undefined) throw new ApiError("fact_exists");
  throw new ApiError("too_many_facts", { count: MAX_FACTS });
}

export async function changeFact(
  context: Context,
  actor: Administrator,
  { applicationId, key }: { applicationId: string; key: string },
  input: ChangeFact,
): Promise<Fact> {
  const before = await getFact(context, applicationId, key);
  const allowed = requireFactChange(actor, { applicationId, fact: before, input });
  const after = { ...before, ...input };
  const [was, is] = [inWords(before), inWords(after)];
  const changes = changesBetween(was, is, Object.keys(was));
  if (changes === undefined) return before;
  await store.updateFact(context, allowed, { label: after.title, changes });
  return getFact(context, applicationId, key);
}

export async function removeFact(
  context: Context,
  actor: Administrator,
  { applicationId, key }: { applicationId: string; key: string },
) {
  const fact = await getFact(context, applicationId, key);
  const allowed = requireFactRemoval(actor, { applicationId, fact });
  if (await store.deleteFact(context, allowed)) return;
  // Another administrator may have removed it, or requirements ask for it since.
  const { usedBy } = await getFact(context, applicationId, key);
  throw new ApiError("fact_used", { groups: usedBy.map(({ name }) => name).join(", ") });
}

async function getFact(context: Context, applicationId: string, key: string): Promise<Fact> {
  const { items } = await listFacts(context, applicationId);
  const fact = items.find((candidate) => candidate.key === key);
  if (fact === undefined) throw new ApiError("no_such_fact");
  return fact;
}

/** As the log shows it. */
function inWords({ title, options, maxAgeHours, missing }: Fact): Record<string, string> {
  return {
    Title: title,
    Options: options.join(", "),
    "Stale after": `${maxAgeHours} hours`,
    "Missing means": missing,
  };
}

function present({ isOn, counts, users, usedBy, ...row }: store.FactRow, now: number): Fact {
  const { asOf, writtenAt, missing, maxAgeHours } = row;
  const [pilots, known, late, ended] = parseJsonText(counts);
  const isLate = !isOn || asOf === null || now - asOf.getTime() > maxAgeHours * HOUR_MS;
  const missed = missing === "no" ? pilots - known - ended : users - known;
  return {
    ...row,
    asOf: asOf?.toISOString() ?? null,
    writtenAt: writtenAt?.toISOString() ?? null,
    pilots,
    late,
    unknown: isLate ? users : missed,
    usedBy: parseJsonText(storedJson<Fact["usedBy"]>(usedBy)),
  };
}
