import type { ApplicationEventDetail } from "#shared/events/details.ts";
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { OLD_SECRET_HOURS } from "#shared/applications/applications.ts";
import type { SaveApplication } from "#shared/applications/applications.ts";
import type { ApplicationEventKind } from "#shared/events/kinds.ts";
import { fold } from "#shared/fold.ts";
import { createAndRecord, recordAndApply, recordEvent } from "#worker/audit/record.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { randomToken, sha256 } from "#worker/ground/crypto.ts";
import { runBatch } from "#worker/db/batch.ts";
import {
  applicationGrants,
  applicationGroups,
  applications,
  applicationSecrets,
} from "#worker/db/schema/applications.ts";
import { idsIn, insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { OnApplications } from "./policy.ts";

const OLD_SECRET_MS = OLD_SECRET_HOURS * 60 * 60 * 1000;
/** So that scanners of source code recognise it. */
const SECRET_PREFIX = "muster_s_";
const SHOWN_OF_SECRET = 4;

/** A secret, shown once, and the statements that store its hash. */
async function prepareSecret(applicationId: string, applied: SQL) {
  const secret = `${SECRET_PREFIX}${randomToken()}`;
  const now = new Date();
  const isOfApplication = eq(applicationSecrets.applicationId, applicationId);
  const row = {
    hash: await sha256(secret),
    applicationId,
    lastFour: secret.slice(-SHOWN_OF_SECRET),
    createdAt: now,
  };
  const statements: Statement[] = [
    // Only the secret that was replaced last goes on working.
    orm
      .delete(applicationSecrets)
      .where(and(isOfApplication, sql`${applicationSecrets.endsAt} is not null`, applied)),
    orm
      .update(applicationSecrets)
      .set({ endsAt: new Date(now.getTime() + OLD_SECRET_MS) })
      .where(and(isOfApplication, isNull(applicationSecrets.endsAt), applied)),
    insertWhere(applicationSecrets, row, applied),
  ];
  return { secret, statements };
}

type NewApplication = Omit<typeof applications.$inferInsert, "createdAt" | "createdBy">;

/** Returns the secret; null for a public application. */
export async function insertApplication(
  context: Context,
  actor: Administrator,
  row: NewApplication,
): Promise<string | null> {
  const event = { kind: "application_added" as const, actor, applicationId: row.id };
  const secret = row.isPublic ? null : await prepareSecret(row.id, sql`true`);
  await createAndRecord(context, event, [
    orm.insert(applications).values({
      ...row,
      nameFolded: fold(row.name),
      createdAt: new Date(),
      createdBy: actor.userId,
    }),
    ...(secret?.statements ?? []),
  ]);
  return secret?.secret ?? null;
}

/** Undefined if the application is gone. */
export async function replaceSecret(
  context: Context,
  { by: actor, of: { id: applicationId } }: OnApplications<"replaceSecret">,
) {
  const change = { kind: "application_secret_replaced" as const, actor, applicationId };
  const event = recordEvent(context, change, sql`not ${applications.isPublic}`);
  const { secret, statements } = await prepareSecret(applicationId, event.applied);
  const [recorded] = await runBatch(context.db, [event.statement, ...statements]);
  return recorded.length > 0 ? secret : undefined;
}

type Changing = OnApplications<"change", { id: string; version: number }>;

/** Settings as they are stored, and in words. */
export type Edit = Omit<SaveApplication, "version"> & {
  changes: NonNullable<ApplicationEventDetail["changes"]>;
};

/** False if the settings have changed since they were read. */
export async function saveSettings(
  context: Context,
  { by: actor, of: { id: applicationId, version } }: Changing,
  { changes, grantedGroupIds, writableGroupIds, ...settings }: Edit,
): Promise<boolean> {
  const event = recordEvent(
    context,
    { kind: "application_updated", actor, applicationId, detail: { changes } },
    eq(applications.version, version),
  );
  const { statement, applied } = event;
  const ids = JSON.stringify(grantedGroupIds ?? []);
  const [recorded] = await runBatch(context.db, [
    statement,
    ...(grantedGroupIds === undefined
      ? []
      : [
          orm
            .delete(applicationGroups)
            .where(
              and(
                eq(applicationGroups.applicationId, applicationId),
                sql`${applicationGroups.groupId} not in (select value from json_each(${ids}))`,
                applied,
              ),
            ),
          insertWhere(
            applicationGroups,
            { applicationId, groupId: sql`value` },
            applied,
            sql`json_each(${ids})`,
          ).onConflictDoNothing(),
        ]),
    ...(writableGroupIds === undefined
      ? []
      : [
          orm
            .update(applicationGroups)
            .set({
              isWritable: sql`${applicationGroups.groupId} in ${idsIn(writableGroupIds)}`,
            })
            .where(and(eq(applicationGroups.applicationId, applicationId), applied)),
        ]),
    orm
      .update(applications)
      .set({
        ...withoutMissing(settings),
        ...(settings.name !== undefined && { nameFolded: fold(settings.name) }),
        version: sql`${applications.version} + 1`,
      })
      .where(and(eq(applications.id, applicationId), applied)),
  ]);
  return recorded.length > 0;
}

function withoutMissing<Settings extends object>(settings: Settings): Settings {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys that are left out are optional
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Settings;
}

/** False if the settings have changed since they were read. */
export function switchApplication(
  context: Context,
  { by: actor, of: { id: applicationId, version } }: Changing,
  isOn: boolean,
): Promise<boolean> {
  return recordAndApply(context, {
    kind: isOn ? "application_switched_on" : "application_switched_off",
    actor,
    applicationId,
    condition: and(eq(applications.version, version), eq(applications.isOn, !isOn)),
    statements: (applied) => [
      orm
        .update(applications)
        .set({ isOn, version: sql`${applications.version} + 1` })
        .where(and(eq(applications.id, applicationId), applied)),
    ],
  });
}

function apply(
  context: Context,
  kind: ApplicationEventKind,
  { by: actor, of: { id: applicationId } }: OnApplications<"administer">,
  write: (applied: SQL) => Statement,
  detail: ApplicationEventDetail = {},
): Promise<boolean> {
  const event = { kind, actor, applicationId, detail };
  return recordAndApply(context, { ...event, statements: (applied) => [write(applied)] });
}

/** Ends all sessions at the application; triggers note who has to be told. */
export function endSessions(
  context: Context,
  allowed: OnApplications<"administer">,
  count: number,
) {
  const isOfApplication = eq(applicationGrants.applicationId, allowed.of.id);
  const write = (applied: SQL) =>
    orm.delete(applicationGrants).where(and(isOfApplication, applied));
  return apply(context, "application_sessions_ended", allowed, write, { count });
}

export function deleteApplication(context: Context, allowed: OnApplications<"administer">) {
  const isIt = eq(applications.id, allowed.of.id);
  return apply(context, "application_removed", allowed, (applied) =>
    orm.delete(applications).where(and(isIt, applied)),
  );
}

/** Statements of the hourly housekeeping. */
export function deleteEndedSecrets(now: Date): Statement {
  return orm.delete(applicationSecrets).where(lte(applicationSecrets.endsAt, now));
}
