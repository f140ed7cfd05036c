import { english } from "#shared/english.ts";
import type {
  Application,
  Applications,
  ApplicationWithSecret,
  ClaimsPreview,
  CreateApplication,
  EndedSessions,
  RotatedKeys,
  SaveApplication,
} from "#shared/applications/applications.ts";
import { CLAIMS } from "#shared/applications/claims.ts";
import { changesBetween } from "#worker/audit/record.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import {
  ensureSigningKeys,
  hasNextKey,
  presentKeys,
  keyRotation,
  selectKeys,
} from "#worker/applications/oidc/signing-keys.ts";
import { claimsOf, mayUse, selectFacts } from "#worker/applications/oidc/user-facts.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { ApiError } from "#worker/http/api-error.ts";
import * as changes from "./changes-store.ts";
import { requireAdministration, requireConfidential, requireUnchanged } from "./policy.ts";
import * as store from "./store.ts";
import { endpointsOf } from "#worker/applications/oidc/client.ts";
import type { ApplicationRow, GrantedGroupRow, SecretRow } from "./store.ts";

const ID_DIGITS = 6;
const MAX_SLUG_LENGTH = 40;

export async function listApplications({ db }: Context, origin: string): Promise<Applications> {
  const [applications, keys] = await runBatch(db, [store.selectApplications(), selectKeys()]);
  return {
    issuer: origin,
    applications: applications.map(
      ({ requiredGroupId, requiredGroupName, lastSignInAt, ...application }) => ({
        ...application,
        requiredGroup:
          requiredGroupId === null ? null : { id: requiredGroupId, name: requiredGroupName },
        lastSignInAt: lastSignInAt === null ? null : new Date(lastSignInAt).toISOString(),
      }),
    ),
    keys: presentKeys(keys),
  };
}

export async function readApplication(
  { db }: Context,
  id: string,
  origin: string,
): Promise<Application> {
  const [[row], granted, secrets] = await runBatch(db, [
    store.selectApplication(id),
    store.selectGrantedGroups({ id }),
    store.selectSecrets(id),
  ]);
  if (row === undefined) throw new ApiError("no_such_application");
  return presentApplication(row, { granted, secrets, origin });
}

/** Adds an application: it learns the name of its users, until the settings say more. */
export async function createApplication(
  context: Context,
  actor: Administrator,
  { name, isPublic, redirectUris }: CreateApplication,
  origin: string,
): Promise<ApplicationWithSecret> {
  const id = newId(name);
  const secret = await changes.insertApplication(context, actor, {
    id,
    name,
    isPublic,
    redirectUris,
    postLogoutUris: [],
    tellsLostGroups: !isPublic,
    claims: ["name"],
  });
  await ensureSigningKeys(context);
  return { application: await readApplication(context, id, origin), secret };
}

/** The name in an address, and random digits: the id of a deleted application is never given to another. */
function newId(name: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z\d]+/g) ?? ["app"];
  const digits = randomToken(ID_DIGITS)
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, "0");
  return `${words.join("-").slice(0, MAX_SLUG_LENGTH)}-${digits}`;
}

type Place = { id: string; origin: string };

export async function saveApplication(
  context: Context,
  actor: Administrator,
  { id, origin }: Place,
  { version, ...input }: SaveApplication,
): Promise<Application> {
  const read = async () => {
    const before = await readApplication(context, id, "");
    const allowed = requireUnchanged(actor, before, version);
    const wanted = [
      ...(input.grantedGroupIds ?? []),
      ...(input.requiredGroupId ? [input.requiredGroupId] : []),
    ];
    const found = await run(context.db, store.selectGroupNames(wanted));
    const names = new Map(found.map((group) => [group.id, group.name]));
    if (wanted.some((groupId) => !names.has(groupId) && groupId !== before.requiredGroup?.id)) {
      throw new ApiError("group_gone");
    }
    return { allowed, before, names };
  };
  await withOptimisticLock(read, ({ allowed, before, names }) => {
    const [was, is] = [
      inWords(settingsOf(before), before),
      inWords({ ...settingsOf(before), ...input }, before, names),
    ];
    const fields = Object.keys(was);
    return changes.saveSettings(context, allowed, {
      ...input,
      changes: changesBetween(was, is, fields) ?? {},
    });
  });
  return readApplication(context, id, origin);
}

type Settings = Required<Omit<SaveApplication, "version">>;

function settingsOf({ requiredGroup, grantedGroups, ...application }: Application): Settings {
  return {
    ...application,
    requiredGroupId: requiredGroup?.id ?? null,
    grantedGroupIds: grantedGroups.map(({ id }) => id),
    writableGroupIds: grantedGroups.flatMap(({ id, isWritable }) => (isWritable ? [id] : [])),
  };
}

/** Each setting as the log shows it, with the names of today. */
function inWords(
  settings: Settings,
  { requiredGroup, grantedGroups }: Application,
  names = new Map<string, string>(),
): Record<string, string | null> {
  const known = new Map(
    [...grantedGroups, ...(requiredGroup ? [requiredGroup] : [])].map((group) => [
      group.id,
      group.name,
    ]),
  );
  const nameOf = (groupId: string) => names.get(groupId) ?? known.get(groupId) ?? groupId;
  const list = (texts: readonly string[]) => texts.join(", ") || null;
  return {
    [english`Name`]: settings.name,
    [english`Description`]: settings.description,
    [english`Redirect URIs`]: list(settings.redirectUris),
    [english`Addresses after signing out`]: list(settings.postLogoutUris),
    [english`Sign-out address`]: settings.backchannelLogoutUri,
    [english`Sign-out after any lost group`]: settings.tellsLostGroups ? english`on` : english`off`,
    [english`Issuer in error answers`]: settings.errorsNameIssuer ? english`on` : english`off`,
    [english`Claims by scope`]: settings.claimsByScope ? english`on` : english`off`,
    [english`Required group`]: settings.requiredGroupId && nameOf(settings.requiredGroupId),
    [english`Granted groups`]: list(settings.grantedGroupIds.map(nameOf).toSorted()),
    [english`Groups it may change`]: list(
      settings.writableGroupIds
        .filter((id) => settings.grantedGroupIds.includes(id))
        .map(nameOf)
        .toSorted(),
    ),
    [english`Claims`]: list(CLAIMS.filter((claim) => settings.claims.includes(claim))),
  };
}

export async function switchApplication(
  context: Context,
  actor: Administrator,
  { id, origin }: Place,
  { isOn, version }: { isOn: boolean; version: number },
): Promise<Application> {
  await withOptimisticLock(
    async () => requireUnchanged(actor, await readApplication(context, id, ""), version),
    (allowed) => changes.switchApplication(context, allowed, isOn),
  );
  return readApplication(context, id, origin);
}

/** A new secret; the former one works for another day. */
export async function replaceSecret(
  context: Context,
  actor: Administrator,
  { id, origin }: Place,
): Promise<ApplicationWithSecret> {
  const allowed = requireConfidential(actor, await readApplication(context, id, origin));
  const secret = await changes.replaceSecret(context, allowed);
  if (secret === undefined) throw new ApiError("no_such_application");
  return { application: await readApplication(context, id, origin), secret };
}

export async function endSessions(
  context: Context,
  actor: Administrator,
  id: string,
): Promise<EndedSessions> {
  const [found] = await run(context.db, store.countSessions(id));
  const ended = found?.count ?? 0;
  const allowed = requireAdministration(actor, id);
  if (!(await changes.endSessions(context, allowed, ended)))
    throw new ApiError("no_such_application");
  return { ended };
}

export async function removeApplication(context: Context, actor: Administrator, id: string) {
  const allowed = requireAdministration(actor, id);
  if (!(await changes.deleteApplication(context, allowed)))
    throw new ApiError("no_such_application");
}

/** What the application would learn of a user now, with all claims of its settings. */
export async function previewClaims(
  { db, config }: Context,
  { id, origin }: Place,
  userId: string,
): Promise<ClaimsPreview> {
  const [facts] = await run(db, selectFacts(id, userId));
  if (facts === undefined) throw new ApiError("no_such_application");
  return {
    person: { userId, mainCharacterId: facts.mainId, name: facts.mainName },
    claims: claimsOf(facts, { config, issuer: origin, claims: facts.claims }),
    maySignIn: mayUse(facts),
  };
}

/** The queue adds the key: making one, on the paid plan without a stock, takes more time than a request should. */
export async function rotateKeys(context: Context, actor: Administrator): Promise<RotatedKeys> {
  const { db, config } = context;
  const keys = await run(db, selectKeys());
  if (!(await hasNextKey(config, keys))) {
    throw new ApiError("no_key_in_stock");
  }
  const newest = keys[0]?.kid ?? null;
  await enqueue(context, [keyRotation.message({ userId: actor.userId, newest })]);
  return { keys: presentKeys(keys) };
}

function presentApplication(
  row: ApplicationRow,
  {
    granted,
    secrets,
    origin,
  }: { granted: GrantedGroupRow[]; secrets: SecretRow[]; origin: string },
): Application {
  const { createdBy, creatorId, creatorName, logoutFailure, waitingLogouts, ...rest } = row;
  const { requiredGroupId, requiredGroupName, requiredGroupMembers, ...settings } = rest;
  return {
    ...settings,
    createdAt: row.createdAt.toISOString(),
    createdBy:
      createdBy === null
        ? null
        : { userId: createdBy, mainCharacterId: creatorId, name: creatorName },
    requiredGroup:
      requiredGroupId === null
        ? null
        : { id: requiredGroupId, name: requiredGroupName, memberCount: requiredGroupMembers ?? 0 },
    grantedGroups: granted,
    secrets: secrets.map(({ lastFour, createdAt, endsAt }) => ({
      lastFour,
      createdAt: createdAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
    })),
    endpoints: endpointsOf(origin),
    logouts: { waiting: waitingLogouts, failure: logoutFailure },
  };
}
