import { keysOf } from "#test/support/answers/records.ts";
import type { Muster } from "#test/support/workerd/harness.ts";

export type Totals = ReturnType<typeof nothing>;
export type Kind = "requests" | "crons" | "queue";
/** With `of`, `size` and `written` are of the statements that name this table, and the rest of the invocation is as it is. */
export type Weight = { rate?: number; size?: number; written?: number; of?: string };

const OF_D1 = { roundTrips: 0, queries: 0, rowsRead: 0, rowsWritten: 0 };
const OF_ESI = { esiFresh: 0, esiUnchanged: 0, esiErrors: 0 };
/** `operations`: what the queue charges: a message is written, read and deleted; a retry is read once more. */
const OF_OTHERS = { discord: 0, discordErrors: 0, messages: 0, operations: 0 };
const COSTS = { ...OF_D1, ...OF_ESI, ...OF_OTHERS };
const COUNTED = keysOf(COSTS);
const nothing = () => ({ invocations: 0, ...COSTS });
const LEAST = { times: 0, subrequests: 0, rowsRead: 0, rowsWritten: 0, operations: 0 };

/** Counts the subrequests of invocations. An invocation that represents several is multiplied. */
export function openMeter(muster: Muster) {
  const totals: Record<Kind, Totals> = {
    requests: nothing(),
    crons: nothing(),
    queue: nothing(),
  };
  const most = { subrequests: 0, in: "" };
  const costliest = new Map<string, typeof LEAST>();
  /** What each statement of a kind of invocation costs, by its text. */
  const statements = new Map<string, { times: number; rowsRead: number; rowsWritten: number }>();
  /** Errors of ESI and of Discord by status and route. */
  const failures = new Map<string, number>();
  let answers: { isEsi: boolean; isDiscord: boolean; status: number }[] = [];
  const send = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    const url = String(args[0] instanceof Request ? args[0].url : args[0]);
    const [isEsi, isDiscord] = [url.includes("/esi/"), url.includes("/discord/")];
    const answer = { isEsi, isDiscord, status: 0 };
    answers.push(answer);
    const response = await send(...args);
    answer.status = response.status;
    if ((isEsi || isDiscord) && response.status >= 400) {
      const [, , ...path] = new URL(url).pathname.split("/");
      const route = path.join("/").replaceAll(/\d+/g, "{id}");
      const failure = `${response.status} ${route}`;
      failures.set(failure, (failures.get(failure) ?? 0) + 1);
    }
    return response;
  };

  /**
   * `rate` is the number of invocations that this one represents, `size` how much larger each of them is, and `written` how many
   * times as many rows it writes, if that differs. `what` says it when the invocation has ended.
   */
  async function measure<Value>(
    kind: Kind,
    what: () => Promise<[name: string, weight: Weight]>,
    act: () => Promise<Value>,
  ): Promise<Value> {
    answers = [];
    const sends = muster.queue.sends();
    const [waiting, retries] = [muster.queue.waiting.length, muster.queue.retries()];
    muster.costs.reset();
    const value = await act();
    const { roundTrips } = muster.costs;
    const executed = [...muster.costs.executed];
    const subrequests = answers.length + roundTrips + (muster.queue.sends() - sends);
    const esi = answers.filter(({ isEsi }) => isEsi).map(({ status }) => status);
    const discord = answers.filter(({ isDiscord }) => isDiscord);
    const found = {
      roundTrips,
      queries: executed.length,
      esiFresh: esi.filter((status) => status >= 200 && status < 300).length,
      esiUnchanged: esi.filter((status) => status === 304).length,
      esiErrors: esi.filter((status) => status < 200 || status >= 400).length,
      discord: discord.length,
      discordErrors: discord.filter(({ status }) => status < 200 || status >= 400).length,
      messages: Math.max(0, muster.queue.waiting.length - waiting),
      operations: kind === "queue" ? (muster.queue.retries() > retries ? 1 : 3) : 0,
    };
    const [name, { rate = 1, size = 1, written = size, of = "" }] = await what();
    const rows = executed.map((one) => {
      const isLarge = one.query.includes(of);
      return {
        key: `${name}: ${one.query}`,
        times: isLarge ? rate * size : rate,
        rowsRead: one.rowsRead * rate * (isLarge ? size : 1),
        rowsWritten: one.rowsWritten * rate * (isLarge ? written : 1),
      };
    });
    const sumOf = (what: "rowsRead" | "rowsWritten") =>
      rows.reduce((sum, row) => sum + row[what], 0);
    const [read, wrote] = [sumOf("rowsRead"), sumOf("rowsWritten")];
    if (subrequests > most.subrequests) Object.assign(most, { subrequests, in: name });
    const total = totals[kind];
    total.invocations += rate;
    for (const what of COUNTED) {
      if (what === "rowsRead") total[what] += read;
      else if (what === "rowsWritten") total[what] += wrote;
      else total[what] += found[what] * rate * (what === "operations" || of !== "" ? 1 : size);
    }
    const cost = costliest.get(name) ?? { ...LEAST };
    cost.times += rate;
    cost.subrequests = Math.max(cost.subrequests, subrequests);
    cost.rowsRead += read;
    cost.rowsWritten += wrote;
    cost.operations += found.operations * rate;
    costliest.set(name, cost);
    for (const { key, ...row } of rows) {
      const kept = statements.get(key) ?? { times: 0, rowsRead: 0, rowsWritten: 0 };
      kept.times += row.times;
      kept.rowsRead += row.rowsRead;
      kept.rowsWritten += row.rowsWritten;
      statements.set(key, kept);
    }
    return value;
  }

  return { measure, totals, most, costliest, statements, failures };
}
