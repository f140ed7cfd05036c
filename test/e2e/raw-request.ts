import { request } from "node:http";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { PORT } from "./port.ts";

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** One HTTP exchange, by node:http because a browser would change the path. A body in parts is sent chunked, without Content-Length. */
export function send(
  method: string,
  path: string,
  { headers = {}, body = [] }: { headers?: OutgoingHttpHeaders; body?: string[] } = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request({ host: "localhost", port: PORT, method, path, headers }, (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => (text += chunk));
    response.on("error", reject);
    response.on("end", () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
    );
  });
  sent.on("error", reject);
  for (const part of body) sent.write(part);
  sent.end();
  return promise;
}
