import { getAccessToken } from "#worker/auth/tokens.ts";
import type { Statement } from "#worker/db/batch.ts";
import type { RunFailure, RunPlan } from "#worker/db/corporations-schema.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { EsiGrant } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { storeClosures } from "#worker/esi/shared-limits.ts";
import type { DirectorProblem } from "#shared/corporations.ts";
import { updateStanding } from "./director-store.ts";
import { recordEvent } from "./log.ts";
import { afterFailure, afterSuccess, chooseDirector } from "./rotation.ts";
import { LEASE_MS, stillHeld, updateRun } from "./run-store.ts";
import type { takeRun } from "./run-store.ts";

/** The free plan allows 50 to an invocation; D1 and EVE's sign-in count like ESI. */
const MAX_SUBREQUESTS = 45;
/** To read, lease, refresh and store a token, twice over should somebody else be at it. */
const TOKEN_COST = 8;
/** The last write, and the message that goes on. */
const FAREWELL_COST = 2;
/** Access tokens live at least a minute when they are handed out. */
const GRANT_USE_MS = 45_000;
/** ESI's client may repeat calls. */
const RETRIES = 6;

type Taken = Awaited<ReturnType<typeof takeRun>>;
export type Work = ReturnType<typeof openWork>;

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
  const directors = rows.map((row) => ({ ...row, isHealthy: row.isHealthy === 1 }));
  let held: HeldDirector | undefined;
  let heldSince = 0;
  let lastProblem: DirectorProblem | undefined;
  // The lease was one.
  let spent = 1;

  const maxCalls = MAX_SUBREQUESTS - spent - FAREWELL_COST;
  const esi = openEsi(config, { priority: "background", closures, maxCalls });
  const left = () => esi.callsLeft() - (spent - 1);

  /** Writes nothing, and throws, when another invocation has taken the run over. */
  async function write(statements: Statement[], more: Parameters<typeof updateRun>[3]) {
    const learned = storeClosures(db, config, esi.closures());
    const [first, ...rest] = [
      stillHeld(db, state),
      ...statements,
      updateRun(db, state, state, more),
      ...learned,
    ] as const;
    spent += 1;
    const results = await db.batch([first, ...rest]);
    state.version += 1;
    return results;
  }

  const until = () => ({ state: "held", until: Date.now() + LEASE_MS }) as const;

  /**
   * The next one in the rotation whom this call has not tried, with an access token: `again` when it has none,
   * undefined when nobody is left.
   */
  async function takeDirector(): Promise<HeldDirector | "again" | undefined> {
    if (held !== undefined && Date.now() - heldSince < GRANT_USE_MS) return held;
    const tried = new Set(plan.tried);
    const present = directors.find(
      ({ id, isHealthy }) => id === state.directorId && isHealthy && !tried.has(id),
    );
    const next = present ?? chooseDirector(directors, tried);
    if (next === undefined) return undefined;
    spent += TOKEN_COST;
    const { id, characterId } = next;
    const token = await getAccessToken(context, characterId);
    if (token.state === "unknown") throw new EsiError("unavailable", { detail: "EVE's sign-in" });
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
        updateStanding(db, director, { problem, failedAt: Date.now() }),
        ...(isNews ? [recordEvent(context, event).statement] : []),
      ],
      until(),
    );
  }

  /** A call worked. Returns what is to be written if others had failed before. */
  function praise(): Statement[] {
    delete plan.tried;
    lastProblem = undefined;
    const director = directors.find(({ id }) => id === held?.id);
    if (director === undefined || director.failureCount === 0) return [];
    Object.assign(director, afterSuccess(director));
    return [updateStanding(db, director, { problem: null })];
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
    /** What was read is kept, and with it how far the run is. */
    keep: (statements: Statement[]) => {
      state.attempts = 0;
      return write(statements, until());
    },
    wait: async (resumesAt: number) => {
      await write([], { state: "waiting", resumesAt });
    },
    finish: async (statements: Statement[], dueAt: number, error: RunFailure | null) => {
      await write(statements, { state: "finished", at: Date.now(), dueAt, error });
    },
    /** For calls of others that this invocation makes. */
    spend: (subrequests: number) => {
      spent += subrequests;
    },
  };
}
