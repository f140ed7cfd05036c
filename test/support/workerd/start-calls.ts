import { Session } from "node:inspector/promises";
import { pathToFileURL } from "node:url";

const LOCALE_METHODS = [
  [Number.prototype, "toLocaleString"],
  [Date.prototype, "toLocaleString"],
  [Date.prototype, "toLocaleDateString"],
  [Date.prototype, "toLocaleTimeString"],
  [String.prototype, "localeCompare"],
] as const;

/**
 * How many functions of a built Worker, in all of its files, are called while it is evaluated: the work of a cold start, as a number that is the same
 * on every machine. `npm run bench -- cold` measures its time. Fails at a use of `Intl`, which is one call and takes longer than ten thousand.
 */
export async function countStartCalls(file: string): Promise<number> {
  const url = pathToFileURL(file).href;
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const restore = refuseIntl();
  await import(url);
  restore();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const scripts = result.filter((one) => one.url.startsWith(new URL(".", url).href));
  if (!scripts.some((one) => one.url === url)) throw new Error(`${file} was evaluated before.`);
  return scripts
    .flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);
}

/** Makes every way to `Intl` throw, and returns what allows it again. */
function refuseIntl(): () => void {
  const refuse = () => {
    throw new Error("Intl is used when an isolate starts, where loading it takes 12 ms.");
  };
  const replaced = [...LOCALE_METHODS, [globalThis, "Intl"] as const].map(([owner, name]) => {
    const former = Object.getOwnPropertyDescriptor(owner, name) ?? {};
    Object.defineProperty(
      owner,
      name,
      name === "Intl" ? { configurable: true, get: refuse } : { ...former, value: refuse },
    );
    return () => Object.defineProperty(owner, name, former);
  });
  return () => replaced.forEach((restore) => restore());
}
