import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { createSecureServer } from "node:http2";
import type { Http2SecureServer, Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { constants, createBrotliCompress } from "node:zlib";
import type { Certificate } from "./certificate.ts";

/** What Cloudflare compresses by itself, among the types we serve. */
const COMPRESSED = /^(text\/|application\/(json|javascript)|image\/svg\+xml)/;
/** The level it does that with. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Headers that are about one connection have no meaning on the next. */
const HOP_BY_HOP = /^(:|(connection|keep-alive|transfer-encoding|upgrade)$)/;

/**
 * Stands before the preview server as Cloudflare's edge stands before a Worker: it speaks HTTP/2 and compresses what
 * is text. Without it every measurement would be of an uncompressed product over HTTP/1.1.
 */
export function openEdge(port: number, originPort: number, certificate: Certificate) {
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (incoming, outgoing) =>
    passOn(incoming, outgoing, originPort),
  );
  const { promise, resolve, reject } = Promise.withResolvers<Http2SecureServer>();
  server.once("error", reject);
  server.listen(port, () => resolve(server));
  return promise;
}

function passOn(incoming: Http2ServerRequest, outgoing: Http2ServerResponse, port: number) {
  const { method, url } = incoming;
  const headers = { ...endToEnd(incoming.headers), host: `localhost:${port}` };
  const onward = request({ port, path: url, method, headers }, (answer) => {
    const status = answer.statusCode ?? 502;
    const passed = endToEnd(answer.headers);
    const isText = COMPRESSED.test(answer.headers["content-type"] ?? "");
    const isWanted = incoming.headers["accept-encoding"]?.includes("br") ?? false;
    if (!isText || !isWanted || status !== 200 || method === "HEAD") {
      outgoing.writeHead(status, passed);
      answer.pipe(outgoing);
      return;
    }
    delete passed["content-length"];
    outgoing.writeHead(status, { ...passed, "content-encoding": "br", vary: "Accept-Encoding" });
    answer.pipe(createBrotliCompress(BROTLI)).pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.test(name)));
}
