import { Session } from "node:inspector/promises";
import { pathToFileURL } from "node:url";

/**
 * How many functions of a built Worker are called while it is evaluated: the work of a cold start, as a number that is the same
 * on every machine. `npm run bench:cold` measures its time.
 */
export async function countStartCalls(file: string): Promise<number> {
  const url = pathToFileURL(file).href;
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await import(url);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const script = result.find((one) => one.url === url);
  if (script === undefined) throw new Error(`${file} was evaluated before.`);
  return script.functions
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);
}
