import type { ApiFacts } from "#shared/applications/api.ts";
import type { ApiFactList, ApiWrittenFacts } from "#shared/applications/api-answers.ts";
import { CALL_ROWS, countApplication } from "#worker/audit/daily-limits.ts";
import { run, runBatch, unlessGuarded } from "#worker/db/batch.ts";
import { LockConflict } from "#worker/db/optimistic-lock.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { planValues } from "#worker/applications/facts/values.ts";
import type { Stored, Written } from "#worker/applications/facts/values.ts";
import * as store from "#worker/applications/facts/values-store.ts";
import { requireFactWrite } from "#worker/applications/facts/policy.ts";
import { valuesOf } from "#worker/applications/named-pilots.ts";
import type { NameablePilot } from "#worker/applications/named-pilots.ts";
import type { Caller, CallerWith } from "./caller.ts";
import { answered, keepAnswer, packed, selectAnswer, unpacked } from "./idempotency.ts";
import type { Repeatable } from "./idempotency.ts";

export async function listFacts({ db }: Context, { applicationId }: Caller): Promise<ApiFactList> {
  const found = await run(db, store.selectFacts({ applicationId }));
  return {
    items: found.map(({ asOf, writtenAt, ...fact }) => ({
      ...fact,
      asOf: asOf?.toISOString() ?? null,
      writtenAt: writtenAt?.toISOString() ?? null,
    })),
  };
}

/** Another request may change what was read before it is written: then it is read again, so often. */
const TRIES = 3;

type Request = { given: ApiFacts; repeatable: Repeatable | undefined };

/** Writes what an application tells about pilots. In one batch, and only where it differs from what is stored. */
export async function writeFacts(
  context: Context,
  caller: CallerWith<"facts">,
  key: string,
  request: Request,
): Promise<ApiWrittenFacts> {
  const { values } = request.given;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await readFor(context, caller, key, request);
    const written = "answer" in found ? found.answer : await write(context, caller, request, found);
    if (written === undefined) continue;
    return {
      items: written.map((outcome, at) => ({ pilot: values[at]?.pilot ?? "", ...outcome })),
    };
  }
  throw new LockConflict();
}

type Found = Exclude<Awaited<ReturnType<typeof readFor>>, { answer: Written[] }>;

/** Undefined if what was read has changed. */
async function write(
  context: Context,
  { applicationId }: Caller,
  { given, repeatable }: Request,
  { allowed, plan, before, now }: Found,
): Promise<Written[] | undefined> {
  const { written, rows, asOf, confirmedAt, orderedBefore } = plan;
  const refused = written.filter(({ outcome }) => outcome === "refused").length;
  if (refused > 0 && given.onRefusal === "refuse_all") throw refusal(written, refused);
  // Without an accepted value, the fact is as late as before.
  const isTold = asOf !== null || given.values.length === 0;
  const batch = runBatch(context.db, [
    countApplication(context, applicationId, CALL_ROWS + rows.size * context.db.spending.each),
    store.isAsRead(allowed, before, orderedBefore),
    ...(rows.size > 0 ? [store.upsertValues(allowed, rows)] : []),
    ...(isTold ? [store.noteWritten(allowed, { asOf, confirmedAt, now })] : []),
    ...(repeatable ? keepAnswer(applicationId, repeatable, packed(written)) : []),
  ]);
  return (await unlessGuarded(batch)) && written;
}

async function readFor(
  { db }: Context,
  caller: CallerWith<"facts">,
  key: string,
  { given, repeatable }: Request,
) {
  const { applicationId } = caller;
  const now = Date.now();
  const pilots = given.values.map(({ pilot }) => pilot);
  const [[row], found, answers] = await runBatch(db, [
    store.selectDeclared({ applicationId, key }),
    store.selectPilots({ applicationId, key, ...valuesOf(caller, pilots) }),
    selectAnswer({ applicationId, key: repeatable?.key ?? "" }),
  ]);
  const answer = answered(repeatable, answers);
  if (answer !== undefined) return { answer: unpacked<Written>(answer) };
  const allowed = requireFactWrite(caller, row);
  const { of: fact } = allowed;
  const userIds = new Map<string | number, NameablePilot>(
    found.map((pilot) => [pilot.characterId ?? pilot.userId, pilot.userId]),
  );
  const stored = storedOf(found);
  const plan = planValues(given, fact, { userOf: (pilot) => userIds.get(pilot), stored }, now);
  // An older value stays older, whatever others write at the same time.
  const before = [...plan.rows.keys(), ...plan.confirmed].map(
    (userId) => [userId, stored.get(userId)] as const,
  );
  return { allowed, plan, before, now };
}

function storedOf(found: RowOfStatement<typeof store.selectPilots>[]): Map<string, Stored> {
  return new Map(
    found.flatMap(({ userId, value, asOf, endsAt }) =>
      asOf === null ? [] : [[userId, { value, asOf, endsAt }]],
    ),
  );
}

function refusal(written: readonly Written[], count: number): ApiError {
  const fields = Object.fromEntries(
    written.flatMap(({ reason }, index) => (reason ? [[`values.${index}`, reason]] : [])),
  );
  return new ApiError("facts_refused", { count }, { fields });
}
