import { and, eq, exists, sql } from "drizzle-orm";
import { MAX_FACTS } from "#shared/applications/facts.ts";
import type { ChangeFact, DeclareFact, Fact, Facts } from "#shared/applications/facts.ts";
import { HOUR_MS } from "#shared/time.ts";
import { changesBetween, recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { randomToken } from "#worker/crypto.ts";
import { runBatch } from "#worker/db/batch.ts";
import { facts } from "#worker/db/schema/applications/facts.ts";
import { insertWhere, orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { parseJsonText, storedJson } from "#worker/http/json-text.ts";
import * as store from "./store.ts";

// Only system administrators call these: `app.ts`.

export async function listFacts({ db }: Context, applicationId: string): Promise<Facts> {
  const now = Date.now();
  const [[application], found] = await runBatch(db, [
    store.selectApplication({ applicationId }),
    store.selectFacts({ applicationId, now }),
  ]);
  if (application === undefined) throw new ApiError("no_such_application");
  return { items: found.map((row) => present(row, now)) };
}

export async function declareFact(
  context: Context,
  actor: UserActor,
  applicationId: string,
  declared: DeclareFact,
): Promise<Fact> {
  const row = {
    ...declared,
    id: randomToken(12),
    applicationId,
    createdBy: actor.userId,
    createdAt: new Date(),
  };
  const isDeclared = await recordAndApply(context, {
    kind: "fact_declared",
    actor,
    applicationId,
    detail: { label: declared.title },
    condition: store.mayDeclare(applicationId, declared, MAX_FACTS),
    statements: (applied) => [insertWhere(facts, row, applied)],
  });
  const { items } = await listFacts(context, applicationId);
  const fact = items.find(({ key }) => key === declared.key);
  if (isDeclared && fact !== undefined) return fact;
  if (fact !== undefined) throw new ApiError("fact_exists");
  throw new ApiError("too_many_facts", { count: MAX_FACTS });
}

export async function changeFact(
  context: Context,
  actor: UserActor,
  { applicationId, key }: { applicationId: string; key: string },
  input: ChangeFact,
): Promise<Fact> {
  const before = await getFact(context, applicationId, key);
  const after = { ...before, ...input };
  if ((after.kind === "one_of") !== after.options.length > 0) {
    throw new ApiError("fact_without_options");
  }
  const [was, is] = [inWords(before), inWords(after)];
  const changes = changesBetween(was, is, Object.keys(was));
  if (changes === undefined) return before;
  const isIt = eq(facts.id, before.id);
  await recordAndApply(context, {
    kind: "fact_changed",
    actor,
    applicationId,
    detail: { label: after.title, changes },
    condition: exists(orm.select({ id: facts.id }).from(facts).where(isIt)),
    statements: (applied) => [
      orm
        .update(facts)
        .set(input)
        .where(sql`${isIt} and ${applied}`),
    ],
  });
  return getFact(context, applicationId, key);
}

export async function removeFact(
  context: Context,
  actor: UserActor,
  { applicationId, key }: { applicationId: string; key: string },
) {
  const { id, title, usedBy } = await getFact(context, applicationId, key);
  const isIt = and(eq(facts.id, id), eq(facts.applicationId, applicationId));
  const isRemoved = await recordAndApply(context, {
    kind: "fact_removed",
    actor,
    applicationId,
    detail: { label: title },
    condition: sql`${exists(orm.select({ id: facts.id }).from(facts).where(isIt))} and ${store.isUnused(id)}`,
    statements: (applied) => [orm.delete(facts).where(sql`${isIt} and ${applied}`)],
  });
  const groups = usedBy.map(({ name }) => name).join(", ");
  if (!isRemoved) throw new ApiError("fact_used", { groups });
}

async function getFact(context: Context, applicationId: string, key: string): Promise<Fact> {
  const { items } = await listFacts(context, applicationId);
  const fact = items.find((one) => one.key === key);
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
