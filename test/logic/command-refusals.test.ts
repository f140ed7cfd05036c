import { execFile } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { failureInWords } from "#worker/ops/command.ts";
import { chooseTarget } from "#worker/ops/target.ts";

const home = mkdtempSync(join(tmpdir(), "muster-refusals-"));
afterAll(() => rmSync(home, { recursive: true }));

/** A clone without a database, a build and a login; its wrangler answers what no version does. */
const clone = join(home, "clone");
mkdirSync(join(clone, "migrations"), { recursive: true });
mkdirSync(join(home, "bin"));
writeFileSync(join(clone, "wrangler.jsonc"), readFileSync("wrangler.jsonc", "utf8"));
writeFileSync(join(clone, "paid.jsonc"), '{ "vars": { "PLAN": "paid" } }');
writeFileSync(join(clone, "a-file"), "");
/** Each is two rows for D1, with its index; the schema is three. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, id) => `INSERT INTO "pilots" ("id") VALUES(${id});`);
const PILOTS = 'CREATE TABLE "pilots" ("id" text primary key);';
writeFileSync(join(clone, "half.sql"), [PILOTS, ...rowsOf(24_998)].join("\n"));
for (const name of ["over-half.sql", "once.sql", "twice.sql", "paid.sql"]) {
  writeFileSync(join(clone, name), [PILOTS, ...rowsOf(24_999)].join("\n"));
}
writeFileSync(
  join(clone, "cut-off.sql"),
  `-- A backup of Muster's database.\n${PILOTS.slice(0, -1)}`,
);
const answers = (name: string, text: string) => {
  const folder = join(home, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "wrangler"), `#!/bin/sh\necho '${text}'\n`, { mode: 0o755 });
  return folder;
};
const WRANGLERS = {
  none: join(home, "bin"),
  "other JSON": answers("other-json", '{"pilots":7}'),
};

test("a command says what the file system, wrangler and Node mean", async () => {
  const meant = (act: () => unknown) => {
    try {
      return act();
    } catch (error) {
      return failureInWords(error);
    }
  };
  const at = (name: string) => join(clone, name);
  expect(meant(() => readFileSync(at("none.sql")))).toBe(`${at("none.sql")} does not exist.`);
  expect(meant(() => readdirSync(at("a-file/x.sql")))).toBe(
    `A part of ${at("a-file/x.sql")} is a file, and not a folder.`,
  );
  expect(meant(() => writeFileSync(at("migrations"), ""))).toBe(
    `${at("migrations")} is a folder, and not a file.`,
  );
  expect(meant(() => JSON.parse("Hello"))).toMatch(
    /^wrangler answered with something that this version of Muster does not know\. Run npm ci, /,
  );
});

test("a command for a local database takes that of MUSTER_STATE, and says where to begin when there is none", () => {
  vi.spyOn(console, "log").mockReturnValue();
  const config = join(clone, "wrangler.jsonc");
  expect(() => chooseTarget({ config })).toThrow(
    "Say which database: --remote (Cloudflare's) or --local (this machine's).",
  );
  expect(() => chooseTarget({ local: true, remote: true })).toThrow(
    "Use either --local or --remote.",
  );
  const none = (state: string) => `${state} has no database. Start it once with npm run dev.`;
  expect(() => chooseTarget({ local: true, config })).toThrow(none(join(clone, ".wrangler/state")));
  const elsewhere = join(home, "elsewhere");
  vi.stubEnv("MUSTER_STATE", elsewhere);
  expect(() => chooseTarget({ local: true, config })).toThrow(none(elsewhere));
  mkdirSync(join(elsewhere, "v3/d1/one"), { recursive: true });
  writeFileSync(join(elsewhere, "v3/d1/one/database.sqlite"), "");
  const target = chooseTarget({ local: true, config });
  expect(target.place).toBe("--local");
  // wrangler finds the state beside the configuration.
  const found = join(dirname(target.config ?? ""), ".wrangler/state/v3/d1/one/database.sqlite");
  expect(existsSync(found)).toBe(true);
  vi.unstubAllEnvs();
});

type Wrangler = keyof typeof WRANGLERS;
type Case = {
  command: string;
  args?: string[];
  wrangler?: Wrangler;
  env?: Record<string, string>;
  status?: number;
  said: string;
};

/** `said` is all that the command says about the refusal. */
const CASES: Case[] = [
  {
    command: "backup/drill",
    args: ["--into"],
    status: 2,
    said: "Option '--into <value>' argument missing. Usage: npm run drill",
  },
  {
    command: "move-in/move-in",
    args: ["--wrong"],
    status: 2,
    said: "Unknown option '--wrong'. Usage: npm run move-in",
  },
  {
    command: "backup/backup",
    args: ["--remote", "--output", "a-file"],
    said: "No backup was made. a-file is there already. Choose another --output.",
  },
  {
    command: "backup/backup",
    args: ["--remote"],
    said: "No backup was made. wrangler was not found. Run npm ci in the folder of Muster, and start the command there with npm run.",
  },
  {
    command: "backup/restore",
    args: ["--remote", "a-file"],
    said: "Not restored. The file holds no tables: it is no backup.",
  },
  {
    command: "backup/restore",
    args: ["--remote", "half.sql"],
    said: "This writes 49,999 rows at Cloudflare, entries of indexes included: 50 % of what D1's free plan writes in a day for all databases of an account.\nNot restored. wrangler was not found.",
  },
  {
    command: "backup/restore",
    args: ["--remote", "over-half.sql"],
    said: "This writes 50,001 rows at Cloudflare, entries of indexes included: 51 % of what D1's free plan writes in a day for all databases of an account.\nNot restored. On the free plan, Muster does not write more than half of a day's rows without being asked twice: when they are used up, every Muster of the account is read-only until 00:00 UTC. Nothing was written. To go back to an earlier state of a database, D1's time travel imports nothing: npx wrangler d1 time-travel restore DB --timestamp=<time>, for the last 7 days (paid plan: 30). To look at the backup, restore it on this machine: ",
  },
  {
    command: "backup/restore",
    args: ["--remote", "--over-half", "once.sql"],
    said: "Not restored. This is not a terminal, so there is no prompt. Add --yes.",
  },
  {
    command: "backup/restore",
    args: ["--remote", "--over-half", "--yes", "twice.sql"],
    said: "Not restored. wrangler was not found.",
  },
  {
    command: "backup/restore",
    args: ["--remote", "--config", "paid.jsonc", "paid.sql"],
    said: "Not restored. wrangler was not found.",
  },
  {
    command: "backup/restore",
    args: ["--remote", "once.sql", "twice.sql"],
    said: "Not restored. Say which file. Usage: npm run restore",
  },
  {
    command: "verify-audit",
    args: ["--remote", "once.sql"],
    status: 2,
    said: "The log was not verified. Name one database or one backup. Usage: npm run audit:verify",
  },
  {
    command: "verify-audit",
    args: ["cut-off.sql"],
    status: 2,
    said: "The log was not verified. The file was cut off: its end is missing.",
  },
  {
    command: "verify-audit",
    args: ["a-file"],
    status: 2,
    said: "The log was not verified. The file holds no tables: it is no backup.",
  },
  {
    command: "verify-audit",
    args: ["migrations"],
    status: 2,
    said: "The log was not verified. migrations is a folder, and not a file.",
  },
  {
    command: "move-in/move-in",
    args: ["undo", "a-file"],
    said: "Stopped. Usage: npm run move-in",
  },
  {
    command: "backup/drill",
    args: ["--into", "x"],
    status: 2,
    said: "✗ --into names a database at Cloudflare: add --remote, or leave it out.\n\nThere was no drill.",
  },
  {
    command: "backup/drill",
    env: { TOKEN_ENCRYPTION_KEY: "abc" },
    status: 2,
    said: "✗ A key in TOKEN_ENCRYPTION_KEY or TOKEN_ENCRYPTION_KEY_PREVIOUS is not 32 bytes in base64. Correct it, or take it out of the environment.\n\nThere was no drill.",
  },
  {
    command: "verify-audit",
    args: ["none.sql"],
    status: 2,
    said: "The log was not verified. none.sql does not exist.",
  },
  {
    command: "backup/drill",
    args: ["--no-build"],
    status: 2,
    said: "✗ There is no build in dist/. Leave out --no-build, or make one first: npm run build\n\nThere was no drill.",
  },
  {
    command: "backup/drill",
    args: ["--remote"],
    status: 2,
    said: "✗ Say into which database: npm run drill -- --remote --into muster-drill\n\nThere was no drill.",
  },
  {
    command: "backup/drill",
    args: ["--remote", "--into", "x", "--config", "a-file"],
    status: 2,
    said: "✗ wrangler.jsonc cannot be read. git diff wrangler.jsonc shows what was changed.\n\nThere was no drill.",
  },
  {
    command: "deploy/deploy",
    said: "✗ wrangler was not found. Run npm ci in the folder of Muster",
  },
  {
    command: "backup/drill",
    args: ["--remote", "--into", "x"],
    wrangler: "other JSON",
    status: 2,
    said: "✗ wrangler answered with something that this version of Muster does not know. Run npm ci, ",
  },
];

function run({ command, args = [], wrangler = "none", env: given }: Case) {
  const { promise, resolve: settle } = Promise.withResolvers<{
    status: number | null;
    said: string;
  }>();
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const name of Object.keys(env)) delete env[name];
  Object.assign(env, {
    PATH: [WRANGLERS[wrangler], dirname("/bin/sh")].join(delimiter),
    TMPDIR: home,
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    ...given,
  });
  const child = execFile(
    process.execPath,
    [resolve(`worker/ops/${command}.ts`), ...args],
    { cwd: clone, env },
    (_error, stdout, stderr) => settle({ status: child.exitCode, said: stdout + stderr }),
  );
  return promise;
}

test.concurrent.for(CASES)("$command $args refuses with a sentence", async (given) => {
  const { status, said } = await run(given);
  expect(said).toContain(given.said);
  // No stack, no code of Node's, no values.
  expect(said).not.toMatch(/\n\s+at |\bE[A-Z]{4,}\b|ERR_|Error:|undefined|\[object/);
  expect(status).toBe(given.status ?? 1);
});

test("every refusal of these commands is written as a sentence", () => {
  const refusals = globSync("worker/ops/{*,backup/*,drill/*,deploy/*,schema/*,audit/*}.ts").flatMap(
    (file) =>
      [
        ...readFileSync(file, "utf8").matchAll(/new \w*Error\(\s*(["`])((?:(?!\1)[^\\]|\\.)*)\1/g),
      ].map(([, , text = ""]) => text),
  );
  expect(refusals.length).toBeGreaterThan(30);
  // A list, or a command to copy, may be its end.
  const others = refusals.filter(
    (text) => !/^(?:[A-Z/-]|\$\{|wrangler).*(?:[.…})]|(?:npm run|--into) .+)$/s.test(text),
  );
  expect(others).toEqual([]);
});
