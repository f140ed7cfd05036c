import worker from "#worker/index.ts";

/** Sends a request to the Worker with this environment. It is answered when the work behind the answer is done. */
export async function fetchIn(env: Env, request: Request): Promise<Response> {
  const background: Promise<unknown>[] = [];
  const response = await worker.fetch(request, env, {
    waitUntil: (promise: Promise<unknown>) => background.push(promise),
    passThroughOnException: () => {},
    props: {},
  });
  await Promise.all(background);
  return response;
}
