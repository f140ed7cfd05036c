import worker from "#worker/index.ts";

/** Sends a request to the Worker with this environment. `done` is the work that goes on behind the answer. */
export async function answerIn(env: Env, request: Request) {
  const background: Promise<unknown>[] = [];
  const response = await worker.fetch(request, env, {
    waitUntil: (promise: Promise<unknown>) => background.push(promise),
    passThroughOnException: () => {},
    props: {},
  });
  return { response, done: () => Promise.all(background) };
}

/** The same, but answered when the work behind the answer is done. */
export async function fetchIn(env: Env, request: Request): Promise<Response> {
  const { response, done } = await answerIn(env, request);
  await done();
  return response;
}
