import { spawn } from "node:child_process";

/** Which database: as wrangler names it. */
export type Target = { place: "--local" | "--remote"; config?: string | undefined };

/** Runs `wrangler d1 <command> DB …`; returns what it says. Throws with its words when it fails. */
export async function d1(
  command: string,
  { place, config }: Target,
  more: string[],
): Promise<string> {
  const args = [
    "d1",
    command,
    "DB",
    place,
    ...(config === undefined ? [] : ["--config", config]),
    ...more,
  ];
  const child = spawn("wrangler", args, {
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const said: string[] = [];
  const told: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => told.push(chunk.toString()));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on("error", reject);
  child.on("close", resolve);
  if ((await promise) !== 0) throw new Error([...told, ...said].join("").trim());
  return said.join("");
}

/** Asks some questions in one go; answers the rows of each. */
export async function query(target: Target, statements: string[]) {
  const said = await d1("execute", target, ["--json", "--command", statements.join(";\n")]);
  const answers = JSON.parse(said) as { results: Record<string, unknown>[] }[];
  return answers.map(({ results }) => results);
}
