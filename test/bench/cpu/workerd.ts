import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AddressInfo } from "node:net";
import type { Module } from "#test/bench/server.ts";
import { readClock } from "#test/bench/workerd-clock.ts";

const WORKERD = fileURLToPath(import.meta.resolve("workerd/bin/workerd"));
const READY_MS = 10_000;

/** `network` answers every address that the Worker calls; without it, the machine's own network is used. */
type Surroundings = { database: URL; network?: URL | undefined; variables: object };

export type Product = Awaited<ReturnType<typeof startProduct>>;

/**
 * A workerd with nothing but the Worker in it: D1 and the network are other processes, so its processor time is that of
 * the Worker, V8 and workerd's own event loop (docs/decisions/0042-processor-time-of-an-invocation.md).
 */
export async function startProduct(
  modules: Module[],
  { database, network, variables, scratch }: Surroundings & { scratch: string },
) {
  const port = await freePort();
  const config = join(scratch, `workerd-${port}.capnp`);
  for (const { path, contents } of modules) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    writeFileSync(join(scratch, path), contents);
  }
  writeFileSync(config, configOf(modules, { port, database, network, variables }));
  const url = new URL(`http://127.0.0.1:${port}`);
  let running = await start(config, url);
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    running.child.kill(signal);
    await running.exited;
  };
  return {
    url,
    cpu: () => readClock(running.child.pid ?? 0),
    stop,
    /** Ends the process without any warning, and starts another one at the same address. */
    async killAndRestart() {
      await stop("SIGKILL");
      running = await start(config, url);
    },
  };
}

async function start(config: string, url: URL) {
  const child = spawn(WORKERD, ["serve", config], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  await untilReady(url);
  return { child, exited };
}

function configOf(
  modules: Module[],
  { port, database, network, variables }: Surroundings & { port: number },
): string {
  const text = (value: unknown) => JSON.stringify(String(value));
  const bindings = Object.entries(variables).map(
    ([name, value]) => `(name = ${text(name)}, text = ${text(value)})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "muster", worker = (
      compatibilityDate = "2026-10-01",
      modules = [${modules.map(({ path }) => `(name = ${text(path.slice(1))}, esModule = embed ${text(path.slice(1))})`).join(", ")}],
      globalOutbound = "network",
      bindings = [
        (name = "DB", wrapped = (moduleName = "cloudflare-internal:d1-api",
          innerBindings = [(name = "fetcher", service = "database")])),
        (name = "VERSION", json = "{\\"id\\":\\"bench\\",\\"tag\\":\\"\\",\\"timestamp\\":\\"\\"}"),
        ${bindings.join(",\n        ")}
      ])),
    (name = "database", external = (address = ${text(database.host)}, http = ())),
    (name = "network", ${
      network === undefined
        ? `network = (allow = ["public", "private"])`
        : `external = (address = ${text(network.host)}, http = ())`
    })
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "muster")]
);
`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a path
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilReady(url: URL) {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    try {
      await fetch(new URL("/hello", url));
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
