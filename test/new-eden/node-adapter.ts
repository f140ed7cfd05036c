import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Converts a Node request for Hono. */
export function nodeRequest(request: IncomingMessage): Request {
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    name.startsWith(":") ? [] : values.map((value): [string, string] => [name, value]),
  );
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return new Request(new URL(request.url ?? "/", `http://${request.headers.host ?? "localhost"}`), {
    method: request.method ?? "GET",
    headers,
    ...(hasBody && { body: Readable.toWeb(request), duplex: "half" }),
  });
}

export async function sendResponse(answer: Response, response: ServerResponse) {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body), response);
}
