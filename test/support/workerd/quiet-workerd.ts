/**
 * workerd reports each broken connection, and New Eden breaks hundreds on purpose: the Worker's requests fail as they do when a
 * connection is reset (test/new-eden/outbound.ts). Other errors of workerd are printed.
 */
const BROKEN =
  /^\W*(?:\[\d+m)?(?:uncaught )?exception(?:;| =).*(?:disconnected: |Network connection lost)/s;

export function silenceBrokenConnections() {
  // The plugin that starts workerd passes its messages on to either.
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: never[]) =>
      BROKEN.test(String(chunk)) || write(chunk, ...rest);
  }
}
