import { env } from "cloudflare:workers";
import fc from "fast-check";
import { vi } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { problemsOf } from "./check-answer.ts";
import { resolve } from "./references.ts";
import { requestsOf, ROUTES, strayRequests } from "./requests.ts";
import type { FuzzRequest } from "./requests.ts";
import { buildScene } from "./scene.ts";
import { harmDone } from "./unharmed.ts";
import { buildVault } from "./vault.ts";

/** Requests for each scene: after that most of it is deleted, left or renamed. */
const REQUESTS_PER_SCENE = 400;
const AT_ONCE = 8;
const SHOWN_CHARACTERS = 1500;
const STRAY_SHARE = 0.1;
/** How much more often a route is asked that has not succeeded yet. */
const OWED = 6;
/** How many times as many requests are sent at most, while a route has not succeeded; the later ones go to such routes. */
const MOST_TIMES = 6;

/**
 * Sends generated requests to the routes of `isMine`: at least `requests`, and up to `MOST_TIMES` as many while a route that
 * is not in `needMoreSteps` has not succeeded. Returns the problems of the responses, each with its request, and the routes
 * that never succeeded.
 */
export async function fuzz({
  seed,
  requests,
  isMine,
  needMoreSteps = [],
}: {
  seed: number;
  requests: number;
  isMine: (route: string) => boolean;
  needMoreSteps?: string[];
}) {
  const logged: string[] = [];
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));

  const routes = ROUTES.filter(({ name }) => isMine(name));
  const generators = routes.map((route) => ({ ...route, arbitrary: requestsOf(route) }));
  const succeeded = new Map(routes.map(({ name }) => [name, 0]));
  const problems: string[] = [];
  let sent = 0;

  const first = await startMuster();
  const administrator = await buildUser(first, { characterId: AURELIA_VOSS_ID, name: "Aurelia" });
  const vault = await buildVault(first);

  /** Requests to routes that have not succeeded are more frequent, so that fewer reach every route. */
  const anyRequest = (owed: number) => {
    const shares = generators.map(({ name, arbitrary }) => {
      const isOwed = succeeded.get(name) === 0 && !needMoreSteps.includes(name);
      return { arbitrary, share: isOwed ? owed : 1 };
    });
    const sum = shares.reduce((total, { share }) => total + share, 0);
    return fc.oneof(
      { weight: Math.round(STRAY_SHARE * 10_000), arbitrary: strayRequests },
      ...shares.map(({ arbitrary, share }) => ({
        weight: Math.round((10_000 * (1 - STRAY_SHARE) * share) / sum),
        arbitrary,
      })),
    );
  };
  const neverWell = () => [...succeeded].filter(([, count]) => count === 0).map(([route]) => route);
  const rounds = requests / REQUESTS_PER_SCENE;
  const isDone = (round: number) => {
    const isComplete = neverWell().every((route) => needMoreSteps.includes(route));
    return round >= (isComplete ? rounds : MOST_TIMES * rounds);
  };
  for (let round = 0; !isDone(round); round += 1) {
    // Its own world: the errors caused here do not count against other tests.
    const muster = await startMuster({ DB: env.DB });
    const scene = await buildScene(muster, administrator, vault);
    const owed = round < rounds ? OWED : OWED * MOST_TIMES;
    const made = fc.sample(anyRequest(owed), { seed: seed + round, numRuns: REQUESTS_PER_SCENE });

    for (let from = 0; from < made.length; from += AT_ONCE) {
      await Promise.all(made.slice(from, from + AT_ONCE).map((one) => send(one, round)));
    }
    problems.push(...(await harmDone(muster)).map((harm) => `round ${round}: ${harm}`));
    if (problems.length > 0) break;

    async function send(request: FuzzRequest, round: number) {
      const { sender, method, route } = request;
      const { token, proof } = await scene.signInOf(sender);
      const pools = scene.poolsOf(sender);
      const path = resolve(request.path, pools);
      const body = request.body === undefined ? undefined : resolve(request.body, pools);
      const before = logged.length;
      const response = await muster.send(path, {
        method,
        headers: {
          ...(proof !== undefined && { cookie: proofCookie(proof) }),
          ...request.headers,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body }),
      });
      sent += 1;
      const text = await response.text();
      const forbidden = [
        ...vault.secrets,
        ...scene.tokens(),
        ...(sender === "administrator" ? [] : vault.hidden),
      ];
      if (response.status === 401) scene.signedOut(sender);
      if (response.ok && route !== undefined) succeeded.set(route, (succeeded.get(route) ?? 0) + 1);
      for (const problem of problemsOf({ route, method }, response, text, forbidden)) {
        const lines = [
          `seed ${seed}, round ${round}: ${method} ${path} by ${sender} ${problem}`,
          `sent ${JSON.stringify(request.headers)} ${body ?? "no body"}`,
          `answered ${response.status} ${text}`,
          ...logged.slice(before),
        ];
        problems.push(lines.map((line) => line.slice(0, SHOWN_CHARACTERS)).join("\n"));
      }
    }
  }
  vi.restoreAllMocks();
  return { problems, sent, neverWell: neverWell() };
}
