import { BOOKMARK_HEADER } from "#shared/error.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { answerIn } from "#test/support/workerd/fetch-in.ts";

const ORIGIN = "https://muster.test";

type Given = { READ_REPLICAS?: "off" | "on"; awaitsBackground?: boolean };

/**
 * Sends requests to an isolate that has its own memory of this binding. An answer is returned when the work behind it is done, or at
 * once, as a browser gets it.
 */
export function openIsolate(
  muster: Muster,
  DB: D1Database,
  { READ_REPLICAS = "on", awaitsBackground = true }: Given = {},
) {
  const env = { ...muster.env, DB, READ_REPLICAS };
  return async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const { response, done } = await answerIn(env, new Request(new URL(path, ORIGIN), init));
    if (awaitsBackground) await done();
    return response;
  };
}

export type Isolate = ReturnType<typeof openIsolate>;

/** A tab of the SPA: it keeps the newest bookmark that it was told, as web/lib/api/api.ts does. */
export function openTab(token: string | undefined) {
  let bookmark = "";

  async function send(
    isolate: Isolate,
    path: string,
    init: { method?: string; body?: unknown } = {},
  ) {
    const headers = new Headers({ "content-type": "application/json" });
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    if (bookmark !== "") headers.set(BOOKMARK_HEADER, bookmark);
    const response = await isolate(path, {
      method: init.method ?? "GET",
      headers,
      ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
    });
    const told = response.headers.get(BOOKMARK_HEADER) ?? "";
    /** Called when the answer arrives: the network may deliver a later one first. */
    const arrive = () => {
      if (told > bookmark) bookmark = told;
    };
    return { response, told, arrive };
  }

  return {
    /** A request whose answer arrives before the next is sent. */
    async ask(isolate: Isolate, path: string, init?: { method?: string; body?: unknown }) {
      const { response, arrive } = await send(isolate, path, init);
      arrive();
      return response;
    },
    send,
    present: (given: string) => {
      bookmark = given;
    },
    bookmark: () => bookmark,
  };
}
