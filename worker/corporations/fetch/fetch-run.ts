import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Statement as Legacy } from "#worker/db/batch.ts";
import type { Statement as Built } from "#worker/db/statements.ts";
import type { RunFailure, RunPlan } from "#worker/db/schema/corporations.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { EsiGrant } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { storeClosures } from "#worker/esi/shared-limits.ts";
import type { DirectorProblem } from "#shared/corporations.ts";
import { updateHealth } from "#worker/corporations/directors/store.ts";
import { recordEvent } from "#worker/corporations/log.ts";
import {
  afterFailure,
  afterSuccess,
  chooseDirector,
} from "#worker/corporations/directors/rotation.ts";
import { LEASE_MS, stillHeld, updateRun } from "./run-store.ts";
import type { takeRun } from "./run-store.ts";

/** The free plan allows 50 to an invocation; D1 and EVE's sign-in count like ESI. */
const MAX_SUBREQUESTS = 45;
/** To read, lease, refresh and store a token, twice over should somebody else be at it. */
const TOKEN_COST = 8;
/** The last writes, and the message that goes on. */
const FAREWELL_COST = 3;
/** Directors whose token could not be had now, in one invocation: then it is EVE's sign-in that is out of order. */
const MOST_SILENT = 2;
/** Access tokens live at least a minute when they are handed out. */
const GRANT_USE_MS = 45_000;
/** ESI's client may repeat calls. */
const RETRIES = 6;
/** So many pages are written together at the least, if there are as many. */
const PAGES_PER_WRITE = 6;

type Taken = Awaited<ReturnType<typeof takeRun>>;
type Statement = Legacy | Built;
export type Work = ReturnType<typeof openWork>;

/** `counts`: the number of rows it changes is one of changed items. */
export type Keeping = { statement: Statement; counts: boolean };

export type HeldDirector = { id: string; grant: EsiGrant };

/** One invocation's part of a run: what it may spend, whom it asks with, and what it writes. */
export function openWork(
  context: Context,
  run: NonNullable<Taken["run"]>,
  { closures, directors: rows }: Taken,
) {
  const { db, config } = context;
  const plan = JSON.parse(run.plan) as RunPlan;
  const state = { ...run, plan };
  const directors = rows.map((row) => ({ ...row }));
  let held: HeldDirector | undefined;
  let heldSince = 0;
  let lastProblem: DirectorProblem | undefined;
  const silent = new Set<string>();
  let pending: Keeping[] = [];
  let pendingPages = 0;
  // The lease was one.
  let spent = 1;

  const maxCalls = MAX_SUBREQUESTS - spent - FAREWELL_COST;
  const esi = openEsi(config, { priority: "background", closures, maxCalls });
  const left = () => esi.callsLeft() - (spent - 1);

  /**
   * What was read goes together with how far the run is, or not at all: nothing is written, and this throws, when
   * another invocation has taken the run over.
   */
  async function write(statements: Statement[], more: Parameters<typeof updateRun>[3]) {
    const kept = pending;
    [pending, pendingPages] = [[], 0];
    spent += 1;
    const results: unknown[] = await runBatch(db, [
      stillHeld(state),
      ...kept.map(({ statement }) => statement),
      ...statements,
      updateRun(db, state, state, more),
      ...storeClosures(db, config, esi.closures()),
    ]);
    state.version += 1;
    for (const [index, { counts }] of kept.entries()) {
      if (counts) state.rows += Number(results[index + 1]);
    }
  }

  const until = () => ({ state: "held", until: Date.now() + LEASE_MS }) as const;

  /**
   * The next one in the rotation whom this call has not tried, with an access token: `again` when it has none,
   * undefined when nobody is left.
   */
  async function takeDirector(): Promise<HeldDirector | "again" | undefined> {
    if (held !== undefined && Date.now() - heldSince < GRANT_USE_MS) return held;
    const tried = new Set([...(plan.tried ?? []), ...silent]);
    const next = chooseDirector(directors, tried, state.directorId);
    if (silent.size === MOST_SILENT || (next === undefined && silent.size > 0)) {
      throw new EsiError("unavailable", { detail: "EVE's sign-in" });
    }
    if (next === undefined) return undefined;
    spent += TOKEN_COST;
    const { id, characterId } = next;
    const token = await getAccessToken(context, characterId);
    if (token.state === "unknown") {
      // One token may be in disorder: ours to repair, and no reason to ask nobody. An outage hits all.
      silent.add(id);
      return "again";
    }
    state.directorId = id;
    if (token.state === "revoked") {
      await blame(id, "token_revoked", true);
      return "again";
    }
    heldSince = Date.now();
    held = { id, grant: { characterId, accessToken: token.accessToken, scopes: token.scopes } };
    return held;
  }

  /** The call failed because of this director: it counts, and goes to the next one. */
  async function blame(directorId: string, problem: DirectorProblem, isFinal: boolean) {
    held = undefined;
    lastProblem = problem;
    plan.tried = [...(plan.tried ?? []), directorId];
    const director = directors.find(({ id }) => id === directorId);
    if (director === undefined) return;
    const wasHealthy = director.isHealthy;
    Object.assign(director, afterFailure(director, { isFinal }));
    const { corporationId, characterId } = director;
    const kind = "director_unhealthy" as const;
    const event = { kind, corporationId, actorId: null, characterId, detail: { problem } };
    const isNews = wasHealthy && !director.isHealthy;
    await write(
      [
        updateHealth(director, { problem, failedAt: Date.now() }),
        ...(isNews ? [recordEvent(context, event).statement] : []),
      ],
      until(),
    );
  }

  /** A call worked. Returns what is to be written if others had failed before. */
  function praise(): Keeping[] {
    delete plan.tried;
    lastProblem = undefined;
    const director = directors.find(({ id }) => id === held?.id);
    if (director === undefined || director.failureCount === 0) return [];
    Object.assign(director, afterSuccess(director));
    return [{ statement: updateHealth(director, { problem: null }), counts: false }];
  }

  return {
    esi,
    state,
    plan,
    takeDirector,
    blame,
    praise,
    /** Why nobody is left, if somebody was. */
    lastProblem: () => lastProblem,
    /** How many pages may be asked for now; 0 when the rest is for the next invocation. */
    pagesLeft: () => Math.max(0, left() - 1 - RETRIES - (held === undefined ? TOKEN_COST : 0)),
    /** Keeps what was read of some pages: soon, or with the next write. */
    keep: async (keepings: Keeping[], pages: number) => {
      state.attempts = 0;
      pending.push(...keepings);
      pendingPages += pages;
      if (pendingPages >= PAGES_PER_WRITE) await write([], until());
    },
    wait: async (resumesAt: number) => {
      await write([], { state: "waiting", resumesAt });
    },
    finish: async (statements: Statement[], dueAt: number, error: RunFailure | null) => {
      // The record says how many items changed, which is known when they are written.
      if (pending.some(({ counts }) => counts)) await write([], until());
      await write(statements, { state: "finished", at: Date.now(), dueAt, error });
    },
    /** For calls of others that this invocation makes. */
    spend: (subrequests: number) => {
      spent += subrequests;
    },
  };
}
