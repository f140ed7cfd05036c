import { spawn } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { findFreePort, requestedPort } from "#test/tools/local/port.ts";
import { prepareState } from "#test/tools/local/prepare-state.ts";
import { lockState } from "#test/tools/local/state-lock.ts";

const home = mkdtempSync(join(tmpdir(), "muster-local-"));
afterAll(() => rmSync(home, { recursive: true }));

/** Listens on a free port of this address. */
async function occupy(address: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port }: AddressInfo = JSON.parse(JSON.stringify(server.address()));
  return { port, close: () => server.close() };
}

test("the port is that of --port, else of PORT, else 5173", () => {
  expect(requestedPort([], undefined)).toBe(5173);
  expect(requestedPort([], "8000")).toBe(8000);
  expect(requestedPort(["--port", "7000"], "8000")).toBe(7000);
  expect(requestedPort(["--port=7000", "--open"], "8000")).toBe(7000);
  for (const wrong of ["http", "0", "70000", "1e3"]) {
    expect(() => requestedPort([], wrong)).toThrow(`"${wrong}" is not a port.`);
  }
  expect(() => requestedPort(["--port"], undefined)).toThrow('"" is not a port.');
});

test("a port that browsers refuse is refused with a sentence, and never chosen instead of another", async () => {
  expect(() => requestedPort([], "6000")).toThrow(
    "Browsers refuse to open port 6000. Choose another one, such as 8080.",
  );
  expect(await findFreePort(6665)).toBeGreaterThan(6669);
});

test.each(["127.0.0.1", "0.0.0.0", "::"])(
  "a port that is taken on %s is not free",
  async (address) => {
    const taken = await occupy(address);
    expect(await findFreePort(taken.port)).toBeGreaterThan(taken.port);
    taken.close();
    expect(await findFreePort(taken.port)).toBe(taken.port);
  },
);

test("a state directory has one server, until its process ends", async () => {
  const state = join(home, "locked");
  const script = `import { lockState } from ${JSON.stringify(resolve("test/tools/local/state-lock.ts"))};
    lockState(${JSON.stringify(state)}, 6001); console.log("locked"); setInterval(() => {}, 1000);`;
  const holder = spawn("node", ["--input-type=module", "--eval", script]);
  await new Promise((locked) => holder.stdout.once("data", locked));
  expect(() => lockState(state, 6002)).toThrow("in use by the server on http://localhost:6001.");
  const ended = new Promise((end) => holder.once("close", end));
  holder.kill("SIGKILL");
  await ended;
  lockState(state, 6002)();
});

test("an empty Muster has no user and no group, and the next start keeps it", () => {
  const state = join(home, "empty");
  for (const options of [{ isEmpty: true }, {}]) {
    prepareState(state, options);
    const file = globSync(join(state, "v3/d1/**/*.sqlite")).find(
      (name) => !name.endsWith("metadata.sqlite"),
    );
    using database = new DatabaseSync(file ?? "", { readOnly: true });
    const count = database.prepare(
      "select (select count(*) from users) + (select count(*) from groups) as found",
    );
    expect(count.get()).toEqual({ found: 0 });
  }
  expect(readdirSync(home)).not.toContain("empty.incomplete");
});

test("a damaged state of New Eden is reported, with what to delete", () => {
  const state = join(home, "damaged");
  mkdirSync(state);
  for (const text of ["", '{"grants":[{"refresh', "{}"]) {
    writeFileSync(join(state, "new-eden.json"), text);
    expect(() => prepareState(state)).toThrow(
      `${state}/new-eden.json is damaged: New Eden no longer knows the tokens in the database beside it. Delete ${state}`,
    );
  }
});
