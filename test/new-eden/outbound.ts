/** The network of the Worker tests: New Eden's worlds, and nothing else. */
export async function outboundService(request: Request): Promise<Response> {
  throw new Error(`The tests have no network: ${request.method} ${request.url}`);
}
