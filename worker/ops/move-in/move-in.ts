import { readFileSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { CSV_MARK, toCsvLine } from "#shared/csv.ts";
import { boundToCharacter } from "#worker/auth/tokens/encrypted-tokens.ts";
import type { EveApplication } from "#worker/auth/tokens/eve-sso.ts";
import { GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import { encrypt, ENCRYPTION_KEY, importKeyring, sha256 } from "#worker/ground/crypto.ts";
import type { Keyring } from "#worker/ground/crypto.ts";
import {
  ask,
  failureOf,
  isConfirmed,
  isInteractive,
  readFlags,
  untilInterrupted,
} from "#worker/ops/command.ts";
import { parseConfig } from "#worker/ops/deploy/config.ts";
import {
  checkRows,
  rowsInWords,
  SPENDING_FLAGS,
  SPENDING_USAGE,
} from "#worker/ops/deploy/daily-rows.ts";
import { SYSTEMS } from "#worker/ops/move-in/plan/community.ts";
import type { Move, System } from "#worker/ops/move-in/plan/community.ts";
import { grantReader } from "#worker/ops/move-in/plan/grants.ts";
import { makePlan } from "#worker/ops/move-in/plan/make-plan.ts";
import type { MovePlan } from "#worker/ops/move-in/plan/make-plan.ts";
import type { Report, ReportLine } from "#worker/ops/move-in/read/rows.ts";
import { applyPlan } from "./apply.ts";
import { findBegun, selectMoves, undoStatements } from "./move-store.ts";
import { chooseTarget, TARGET_FLAGS } from "#worker/ops/target.ts";
import { openSqlFileDatabase, openWranglerDatabase } from "#worker/ops/wrangler-database.ts";
import type { DatabaseTarget } from "#worker/ops/wrangler.ts";
import { readStart, requireOwner } from "./existing-store.ts";
import { checkFiles, openExport, readers, reportBeside } from "./open-export.ts";
import { planInWords, rowsOf } from "./plan-words.ts";
import { outcomesInWords, tryTokens } from "./try-tokens.ts";

const LINES_AT_ONCE = 1000;
const HEADER = ["outcome", "what", "name", "where in the export", "reason"];

/** Muster's application at EVE: of the environment, else of wrangler.jsonc. */
function readApplication(configFile = "wrangler.jsonc") {
  const { vars } = parseConfig(readFileSync(configFile, "utf8"));
  const [EVE_CLIENT_ID, EVE_SSO_URL] = (["EVE_CLIENT_ID", "EVE_SSO_URL"] as const).map(
    (name) => process.env[name] || vars[name],
  );
  if (EVE_CLIENT_ID && EVE_SSO_URL) return { EVE_CLIENT_ID, EVE_SSO_URL };
  throw new Error(
    "EVE_CLIENT_ID is not set. Muster must use the EVE application of the old system: put its client id into wrangler.jsonc.",
  );
}

/** The secret of the application, with which tokens are tried at EVE: of the environment, else typed in. */
async function readClientSecret(): Promise<string> {
  const secret =
    process.env["EVE_CLIENT_SECRET"] ??
    (await ask("EVE_CLIENT_SECRET (not shown):", { isSecret: true }));
  if (secret) return secret;
  throw new Error(
    "EVE_CLIENT_SECRET is needed, to try a few tokens at EVE. Set it in the environment, type it in, or add --no-trial.",
  );
}

/** The encryption key of the Worker, which Cloudflare does not show: of the environment, else typed in. */
async function readKeyring() {
  const key =
    process.env["TOKEN_ENCRYPTION_KEY"] ??
    (await ask("TOKEN_ENCRYPTION_KEY (not shown):", { isSecret: true }));
  if (key === undefined || !ENCRYPTION_KEY.test(key)) {
    throw new Error(
      "TOKEN_ENCRYPTION_KEY is needed, to encrypt the tokens: 32 bytes in base64, the one that the Worker has. Set it in the environment, or type it in.",
    );
  }
  return importKeyring(key, []);
}

/**
 * `npm run move-in -- alliance-auth|seat|neucore <export> --owner <character> [--remote] [--plan] [--over-half] [--yes] [--no-trial]
 * [--report file] [--in-checkout] [--delete]`:
 * moves a community in from another system (docs/moving-in.md). `npm run move-in -- undo [--remote]` removes it again.
 */
const USAGE = `npm run move-in -- alliance-auth|seat|neucore <export> --owner <character> [--remote] [--plan] ${SPENDING_USAGE}, or: npm run move-in -- undo [--remote]`;
const { values, positionals } = readFlags(USAGE, {
  allowPositionals: true,
  options: {
    ...TARGET_FLAGS,
    owner: { type: "string" },
    report: { type: "string" },
    plan: { type: "boolean" },
    "no-trial": { type: "boolean" },
    ...SPENDING_FLAGS,
    "in-checkout": { type: "boolean" },
    delete: { type: "boolean" },
  },
});
/** A move that is larger than a day. */
const INSTEAD =
  "On the paid plan a community of any size moves in at once; on the free plan a move stops when the day's rows are used up, and the same command continues it the next day.";
const DELETE_QUESTION =
  "The export contains every token in plain text. Type delete to delete it and the report:";
const signal = untilInterrupted();
// Only its owner may read what this program writes.
process.umask(0o077);
try {
  const [first = "", file, ...others] = positionals;
  const isUndo = first === "undo" && file === undefined;
  if (others.length > 0 || (!isUndo && (!isSystem(first) || file === undefined)))
    throw new Error(`Usage: ${USAGE}`);
  const target = { ...chooseTarget(values, { isImplicit: true }), signal };
  if (isSystem(first) && file !== undefined) await moveIn(target, first, file);
  else await undo(target);
} catch (error) {
  console.error(`Stopped. ${failureOf(error, signal)}`);
  process.exitCode ??= 1;
}

function isSystem(name: string): name is System {
  return Object.hasOwn(SYSTEMS, name);
}

async function moveIn(target: DatabaseTarget, system: System, file: string) {
  const report = values.report ?? reportBeside(file, system);
  checkFiles(file, report, { mayBeInCheckout: values["in-checkout"] === true });
  const application = readApplication(values.config);
  const keyring = await readKeyring();
  const owner = values.owner ?? (await ask("Which character's account shall own the groups?"));
  if (owner === undefined) throw new Error(`Add --owner. Usage: ${USAGE}`);
  const start = await readStart(openWranglerDatabase(target), owner);
  const { userId: ownerId, name: ownerName } = requireOwner(start.owner, owner, keyring.current.id);

  const lines: Report = [];
  const opened = openExport(file);
  const encryptToken = (token: string, characterId: number) =>
    encrypt(keyring, token, boundToCharacter(characterId));
  const grants = grantReader(application.EVE_CLIENT_ID, encryptToken, lines);
  const community = await readers[system](opened.chunks, grants, lines);
  const id = (await sha256(`${system} ${opened.digest()}`)).slice(0, 16);
  const own = findBegun(start.moves, id, system);
  if (own?.state === "applied") {
    console.log(
      `This export has moved in on ${own.finishedAt?.toISOString()}. Nothing was changed.`,
    );
    await offerDeletion([file]);
    return;
  }

  const move: Move = { id, system, startedAt: own?.startedAt ?? new Date() };
  const plan = makePlan(community, { existing: start.existing, ownerId, move }, lines);
  const rows = rowsOf(plan);
  console.log(planInWords(plan, lines, ownerName));
  if (values.remote) console.log(`\n${rowsInWords(rows, { isAbout: true })}`);
  await writeReport(report, plan, lines);
  console.log(
    `\nEvery row, with its reason: ${report}. It contains names of pilots; delete it afterwards.`,
  );
  if (values.remote && !values.plan) {
    checkRows({ rows, config: values.config, flags: values, instead: INSTEAD });
  }
  if (values.plan || !(await isConfirmed("move in", values))) {
    console.log("Nothing was written to the database.");
    return;
  }
  // A move that was interrupted has stored tokens already, and EVE may have replaced those of the export.
  const tried =
    own !== undefined || values["no-trial"]
      ? plan
      : await tryPlan(
          plan,
          { ...application, EVE_CLIENT_SECRET: await readClientSecret() },
          keyring,
        );
  await unlessRefused(
    applyPlan(openSqlFileDatabase(target), tried, keyring, {
      onBatch: (share) => console.log(`${Math.floor(share * 100)} %`),
    }),
    "Another run of this command has finished or undone the same move meanwhile. Run it again: it says which.",
  );
  console.log(
    `${SYSTEMS[system]} has moved in. Before the first pilot logs in, npm run move-in -- undo${values.remote ? " --remote" : ""} removes it again.`,
  );
  await offerDeletion([file, report]);
}

/** Deletes what nobody should find after the move, if `--delete` or an answer says so. */
async function offerDeletion(files: string[]) {
  const isAsked = isInteractive && !values.yes && !values.delete;
  const isDeleted =
    values.delete || (isAsked && (await isConfirmed("delete", { question: DELETE_QUESTION })));
  if (!isDeleted) return;
  await Promise.all(files.map((path) => rm(path)));
  console.log(`Deleted: ${files.join(" and ")}.`);
}

async function tryPlan(
  plan: MovePlan,
  application: EveApplication,
  keyring: Keyring,
): Promise<MovePlan> {
  const { plan: tried, outcomes } = await tryTokens(plan, application, keyring);
  console.log(outcomesInWords(outcomes));
  return tried;
}

async function undo(target: DatabaseTarget) {
  const db = openWranglerDatabase(target);
  const moves = (await run(db, selectMoves())).filter(({ state }) => state !== "undone");
  const last = moves.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())[0];
  if (last === undefined) throw new Error("No community has moved in.");
  console.log(
    `This removes everything that moved in from ${isSystem(last.system) ? SYSTEMS[last.system] : last.system} on ${last.startedAt.toISOString()}: accounts, characters, tokens, groups and their events. It is refused once one of its pilots has logged in.`,
  );
  if (!(await isConfirmed("undo", values))) {
    console.log("Nothing was changed.");
    return;
  }
  await unlessRefused(
    runBatch(openSqlFileDatabase(target), undoStatements(last, new Date())),
    "A pilot of the move has logged in, so it is not undone, and nothing was changed. To go back, restore the backup from before the move into a new database: OPERATIONS.md, Commands.",
  );
  console.log("Undone.");
}

/** Says in these words that a guard has undone a batch. */
async function unlessRefused(work: Promise<unknown>, refusal: string) {
  try {
    await work;
  } catch (error) {
    throw error instanceof GuardFailed ? new Error(refusal, { cause: error }) : error;
  }
}

/** Writes a table of everything that the plan moves, changes and refuses, which only its owner can read. */
async function writeReport(path: string, plan: MovePlan, report: Report) {
  const file = await open(path, "wx", 0o600);
  try {
    let waiting = CSV_MARK + toCsvLine(HEADER);
    let lines = 0;
    for (const { outcome, what, name, place, reason } of allLines(plan, report)) {
      waiting += toCsvLine([outcome, what, name, place, reason]);
      lines += 1;
      if (lines % LINES_AT_ONCE > 0) continue;
      await file.write(waiting);
      waiting = "";
    }
    await file.write(waiting);
  } finally {
    await file.close();
  }
}

function* allLines(plan: MovePlan, report: Report): Generator<ReportLine> {
  yield* report;
  const names = new Map(plan.users.map(({ id, name }) => [id, name]));
  const moved = (what: string, name: string, place: string, reason = ""): ReportLine => ({
    outcome: "moved",
    what,
    name,
    place,
    reason,
  });
  for (const { name, characters, isNew, isActive, place } of plan.users) {
    if (isNew) yield moved("pilot", name, place, isActive ? "" : "Inactive: suspended.");
    for (const { name: character, grant } of characters) {
      yield moved("character", character, place, grant ? "With its token." : "Without a token.");
    }
  }
  for (const { name, visibility, joinMode, rule, form, members, requests, place } of plan.groups) {
    const settings = [
      visibility,
      joinMode,
      ...(rule ? [`${rule.enrolment} requirements`] : []),
      ...(form ? [`a form of ${form.questions.length} questions`] : []),
    ];
    yield moved("group", name, place, settings.join(", "));
    for (const [userId, role] of members) {
      yield moved("membership", names.get(userId) ?? userId, place, `${name}: ${role}`);
    }
    for (const { userId, answers, notes } of requests) {
      const parts = [
        name,
        ...(answers ? [`${Object.keys(answers).length} answers`] : []),
        ...(notes.length > 0 ? [`${notes.length} notes`] : []),
      ];
      yield moved("request", names.get(userId) ?? userId, place, parts.join(", "));
    }
  }
  for (const { name, subject, level, place } of plan.watched) {
    yield moved("watchlist", name, place, `${subject}: ${level}`);
  }
  for (const { userId, username } of plan.discord) {
    yield moved("Discord account", username, "", names.get(userId) ?? userId);
  }
}
