import { getTableColumns, sql } from "drizzle-orm";
import type { NotedSeal } from "#shared/answer.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";

/** Increase it with the fields, and keep the former ones for the seals that have them. */
export const SEAL_VERSION = 1;

const event = getTableColumns(auditEvents);

/** Deletion erases these fields, and merging replaces the ids of users. */
export const personalFields = {
  actorId: event.actorId,
  actorName: event.actorName,
  subjectId: event.subjectId,
  subjectName: event.subjectName,
  characterId: event.characterId,
  characterName: event.characterName,
  ownerHash: event.ownerHash,
  // As it is stored: parsing would hide changes.
  detail: sql<string>`${event.detail}`,
};

/** These never change. */
const lastingFields = {
  seq: event.seq,
  id: event.id,
  log: event.log,
  kind: event.kind,
  actorKind: event.actorKind,
  groupId: event.groupId,
  groupName: event.groupName,
  groupVisibility: event.groupVisibility,
  categoryId: event.categoryId,
  categoryName: event.categoryName,
  corporationId: event.corporationId,
  corporationName: event.corporationName,
  serverId: event.serverId,
  serverName: event.serverName,
  requestId: event.requestId,
  createdAt: sql<number>`${event.createdAt}`,
};

/** Fields that came later, sealed where an event has them: the events from before keep their fingerprints. */
const laterFields = {
  applicationId: event.applicationId,
  applicationName: event.applicationName,
};

export const sealedFields = { ...lastingFields, ...laterFields, ...personalFields };

type Value = string | number | null;
/** An event as D1 stores it. */
export type SealedEvent = { [Name in keyof typeof sealedFields]: Value } & {
  seq: number;
  id: string;
};

function valuesOf(row: SealedEvent, fields: object): Value[] {
  const values = new Map<string, Value>(Object.entries(row));
  return Object.keys(fields).map((name) => values.get(name) ?? null);
}

/** The personal fields in a fixed order. */
export function personalValues(row: SealedEvent): Value[] {
  return valuesOf(row, personalFields);
}

export function personalDigest(row: SealedEvent, salt: string): Promise<string> {
  return sha256(JSON.stringify([salt, ...personalValues(row)]));
}

export function eventDigest(row: SealedEvent, personal: string): Promise<string> {
  const later = Object.entries(laterFields).flatMap(([name]) => {
    const [value = null] = valuesOf(row, { [name]: true });
    return value === null ? [] : [name, value];
  });
  return sha256(JSON.stringify([...valuesOf(row, lastingFields), ...later, personal]));
}

export type Seal = {
  number: number;
  version: number;
  lastSeq: number;
  eventCount: number;
  isComplete: boolean;
  createdAt: Date;
};

/** `previous`: the hash of the seal before, empty for the first one. */
export function sealHash(seal: Seal, previous: string, digests: string[]): Promise<string> {
  const { number, version, lastSeq, eventCount, isComplete, createdAt } = seal;
  return sha256(
    JSON.stringify([
      previous,
      number,
      version,
      lastSeq,
      eventCount,
      isComplete,
      createdAt.getTime(),
      ...digests,
    ]),
  );
}

/** What people note: the number of a seal and its hash. */
export function toFingerprint({ number, hash }: { number: number; hash: string }): string {
  return `${number}:${hash}`;
}

/** What an answer about the past says of the newest seal. */
export function toNotedSeal(
  seal: { number: number; hash: string; createdAt: Date } | undefined,
): NotedSeal {
  return seal === undefined
    ? null
    : { fingerprint: toFingerprint(seal), sealedAt: seal.createdAt.toISOString() };
}

export function readFingerprint(text: string): { number: number; hash: string } | undefined {
  const [, number, hash] = /^(\d{1,9}):([\w-]{43})$/.exec(text) ?? [];
  return number === undefined || hash === undefined ? undefined : { number: Number(number), hash };
}
