import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import * as z from "zod/mini";
import { REGISTRY } from "#worker/app/registry.ts";
import type { JobMessage } from "#worker/app/registry.ts";
import { describe } from "#worker/work/consume.ts";

const jobMessageSchema = z.custom<JobMessage>(
  (body) => describe(REGISTRY, body).kind !== "unknown",
);

/** A queue that workerd fills over HTTP. */
export async function openQueue() {
  const waiting: JobMessage[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await new Response(Readable.toWeb(request)).json();
      waiting.push(...z.parse(z.array(jobMessageSchema), body));
      response.end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a path
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    waiting,
    stop: () => server.close(),
  };
}
