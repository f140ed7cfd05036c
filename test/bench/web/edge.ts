import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { createSecureServer } from "node:http2";
import type { Http2SecureServer, Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { constants, createBrotliCompress } from "node:zlib";
import type { Certificate } from "./certificate.ts";

/** The content types of ours that Cloudflare compresses. */
const COMPRESSED = /^(text\/|application\/(json|javascript)|image\/svg\+xml)/;
/** Cloudflare's compression level. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Hop-by-hop headers. */
const HOP_BY_HOP = /^(:|(connection|keep-alive|transfer-encoding|upgrade)$)/;

/**
 * A proxy in front of the preview server, like Cloudflare's edge in front of a Worker: HTTP/2 and compression of
 * text. Without it the product would be measured uncompressed over HTTP/1.1.
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
