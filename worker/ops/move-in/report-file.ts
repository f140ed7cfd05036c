import { open } from "node:fs/promises";
import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import type { Plan } from "#worker/ops/move-in/plan/make-plan.ts";
import type { Report, ReportLine } from "#worker/ops/move-in/read/report.ts";

const HEADER = ["outcome", "what", "name", "where in the export", "reason"];
const LINES_AT_ONCE = 1000;

/** Writes a table of everything that the plan moves, changes and refuses, which only its owner can read. */
export async function writeReport(path: string, plan: Plan, report: Report) {
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

function* allLines(plan: Plan, report: Report): Generator<ReportLine> {
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
