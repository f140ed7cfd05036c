/**
 * The request with a body that has been read. workerd closes a connection when a request on it is answered before its body
 * was read, without saying so, and the next request on it fails (kj's canceledUploadGraceBytes). Cloudflare reads all of a
 * body, and so does this.
 */
export async function withWholeBody(request) {
  if (request.body === null) return request;
  const bytes = await request.arrayBuffer();
  // `Content-Length: 0` gives a GET a body too, and no Request can be made with one.
  if (request.method === "GET" || request.method === "HEAD") {
    return new Request(request, { body: null });
  }
  // Sent in parts, without Content-Length, it is passed on in the same way.
  return new Request(request, {
    method: request.method,
    body: request.headers.has("content-length") ? bytes : inParts(bytes),
  });
}

function inParts(bytes) {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes));
      controller.close();
    },
  });
}
