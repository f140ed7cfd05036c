import { createHash } from "node:crypto";

/** The career stage of a pilot; determines skills, wallet and assets. */
export type Career = "rookie" | "pilot" | "veteran" | "capital" | "industrialist";

/** The state of the skill queue. */
export type QueueKind = "training" | "paused" | "empty" | "finished_while_away";

type Membership = { recordId: number; corporationId: number; startedDaysAgo: number };

export type Pilot = {
  id: number;
  name: string;
  /** Shown beside the name on New Eden's pages. */
  note: string | undefined;
  /** The EVE account that holds the pilot; the owner hash follows it. */
  account: string;
  gender: "male" | "female";
  corporationId: number;
  /** In-game roles of the present corporation. */
  roles: string[];
  /** The ids of titles of the present corporation. */
  titleIds: number[];
  title: string | undefined;
  securityStatus: number;
  /** Newest first; `startedDaysAgo` counts back from the creation of the world. */
  history: Membership[];
  bornDaysAgo: number;
  isBiomassed: boolean;
  career: Career;
  queue: QueueKind;
  /** When set, this many assets are generated page by page. */
  assetCount: number | undefined;
};

export type PilotSeed = Pick<Pilot, "name"> &
  Partial<Omit<Pilot, "history">> & { history?: [corporationId: number, daysAgo: number][] };

/** A pilot with defaults for the omitted fields. */
export function buildPilot(id: number, corporationId: number, seed: PilotSeed): Pilot {
  const bornDaysAgo = seed.bornDaysAgo ?? 400 + ((id * 37) % 4_000);
  const joinedDaysAgo = Math.min(bornDaysAgo - 1, 20 + ((id * 13) % 900));
  const past = seed.history ?? [
    [corporationId, joinedDaysAgo],
    [1_000_044 + (id % 2), bornDaysAgo],
  ];
  return {
    note: undefined,
    account: `account-of-${id}`,
    gender: id % 2 === 0 ? "female" : "male",
    roles: [],
    titleIds: [],
    title: undefined,
    // EVE's range for players is −10 to 5; most are above zero.
    securityStatus: (((id * 7919) % 700) - 200) / 100,
    isBiomassed: false,
    career: "pilot",
    queue: "training",
    assetCount: undefined,
    ...seed,
    id,
    corporationId,
    bornDaysAgo,
    history: past.map(([corporationId, startedDaysAgo], index) => ({
      recordId: (id % 1_000_000) * 100 + past.length - index,
      corporationId,
      startedDaysAgo,
    })),
  };
}

/** EVE's owner hash: base64 of 20 bytes that change when the pilot moves to another account. */
export function ownerHash(pilot: Pilot): string {
  return createHash("sha1").update(`${pilot.account}:${pilot.id}`).digest("base64");
}
