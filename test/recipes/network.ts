import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

const HAS_NO_BODY = new Set(["GET", "HEAD"]);

/** What the Worker calls: each host leads to a server of this machine, and other hosts nowhere. */
export async function openNetwork() {
  const servers = new Map<string, URL>();
  const server = createServer((request, response) => {
    void (async () => {
      const to = servers.get(request.headers.host ?? "");
      if (to === undefined) return response.writeHead(502).end();
      const method = request.method ?? "GET";
      const body = HAS_NO_BODY.has(method)
        ? null
        : await new Response(Readable.toWeb(request)).arrayBuffer();
      const { host: _, connection: __, "transfer-encoding": ___, ...headers } = request.headers;
      const answer = await fetch(new URL(request.url ?? "/", to), {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        body,
        redirect: "manual",
      });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      return response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a path
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    lead: (host: string, to: URL) => void servers.set(host, to),
    stop: () => server.close(),
  };
}
