import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { useState } from "react";
import { enumerated, sentenceGap } from "#web/lib/sentence.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { serverNow } from "#web/lib/clock.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import { importMutation } from "./queries.ts";
import { addWatchEntrySchema } from "#shared/watchlist.ts";
import type { AddWatchEntry } from "#shared/watchlist.ts";
import { CSV_MARK } from "#shared/csv.ts";
import { DAY_MS } from "#shared/time.ts";
import { MAX_WATCH_DAYS } from "#shared/watch-limits.ts";
import { check } from "#web/lib/form/use-form.ts";

const MOST_LINES = 20;

/** A table of entries: what is understood, and which lines are not, before anything is written. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [table, setTable] = useState<ReadTable>();
  const [problem, setProblem] = useState<string>();
  const { act, isPending, failure } = useAction(importMutation, t`Failed to import the table`);
  const entries = table?.entries ?? [];
  const choose = async (file: File | undefined) => {
    const read = file && readTable(await file.text(), serverNow());
    setTable(read);
    setProblem(
      file && !read
        ? t`The file must be a CSV with the columns subject, eveId, name and reason.`
        : undefined,
    );
  };
  const bring = () => {
    if (entries.length === 0) return setProblem(t`Choose a file with at least one entry.`);
    void act(entries, {
      onSuccess: (added) => {
        toast.success(
          plural({ added }, { one: "# entry was added", other: "# entries were added" }),
        );
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      isBusy={isPending}
      error={failure}
      title={t`Import a table`}
      description={t`A table in the form of the export. Nothing is saved before you confirm.`}
      confirmLabel={
        entries.length === 0
          ? t`Import`
          : plural({ count: entries.length }, { one: "Import # entry", other: "Import # entries" })
      }
      busyLabel={t`Importing...`}
      onConfirm={bring}
      onClose={onClose}
    >
      <TextField
        type="file"
        accept=".csv,text/csv"
        className="[&_input]:pt-1.5 max-md:[&_input]:pt-2.5"
        label={t`CSV file`}
        error={problem}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <output className="grid gap-2 empty:hidden">{table && <Understood table={table} />}</output>
    </ConfirmDialog>
  );
}

function Understood({ table: { entries, refused } }: { table: ReadTable }) {
  const refusing = entries.filter(({ level }) => level === "refuse").length;
  const more = refused.length - MOST_LINES;
  return (
    <>
      <p>
        {plural(
          { count: entries.length },
          { one: "# entry is understood.", other: "# entries are understood." },
        )}
        {sentenceGap()}
        {t`What is on the list already stays as it is.`}
      </p>
      {refusing > 0 && (
        <Alert tone="warn">
          {plural(refusing, {
            one: "# entry refuses: pilots that it hits lose their memberships.",
            other: "# entries refuse: pilots that they hit lose their memberships.",
          })}
        </Alert>
      )}
      {refused.length > 0 && (
        <div className="text-sm">
          <p className="font-medium">
            {plural(
              { count: refused.length },
              { one: "# line is left out:", other: "# lines are left out:" },
            )}
          </p>
          <ul className="list-disc pl-5 text-text-2">
            {refused.slice(0, MOST_LINES).map(({ line, columns }) => (
              <li key={line}>
                <Trans>
                  Line {line}: {ph({ columns: enumerated(columns) })}
                </Trans>
              </li>
            ))}
            {more > 0 && <li>{plural(more, { one: "and # other", other: "and # others" })}</li>}
          </ul>
        </div>
      )}
    </>
  );
}

/** A line of the file that cannot be an entry: the columns that are wrong. */
type RefusedLine = { line: number; columns: string[] };
type ReadTable = { entries: AddWatchEntry[]; refused: RefusedLine[] };

/** The columns of the export, of which these must be there. */
const REQUIRED = ["subject", "eveId", "name", "reason"];

/** What is understood of a table as the export writes it. Undefined: it has other columns. */
export function readTable(text: string, now: number): ReadTable | undefined {
  const [header, ...lines] = cellsOf(text.replace(CSV_MARK, ""));
  const columns = header?.cells.map((name) => name.trim()) ?? [];
  if (REQUIRED.some((name) => !columns.includes(name))) return undefined;
  const read: ReadTable = { entries: [], refused: [] };
  for (const { line, cells } of lines) {
    const valueOf = (name: string) => cells[columns.indexOf(name)]?.trim() ?? "";
    const until = valueOf("until");
    const found = check(addWatchEntrySchema, {
      subject: valueOf("subject"),
      eveId: Number(valueOf("eveId")),
      name: withoutQuote(valueOf("name")),
      ...(valueOf("level") !== "" && { level: valueOf("level") }),
      reason: withoutQuote(valueOf("reason")),
      link: valueOf("link") || null,
      months: valueOf("months") === "" ? null : Number(valueOf("months")),
      ...(until !== "" && { days: daysUntil(until, now) }),
    });
    if ("value" in found) read.entries.push(found.value);
    else {
      const columnsOf = Object.keys(found.problems).map((key) => (key === "days" ? "until" : key));
      read.refused.push({ line, columns: columnsOf });
    }
  }
  return read;
}

/** NaN for no date: the schema refuses it, as it refuses a day that has passed. */
function daysUntil(until: string, now: number): number {
  return Math.min(MAX_WATCH_DAYS, Math.ceil((Date.parse(until) - now) / DAY_MS));
}

/** The export writes "'" before what a spreadsheet would take for a formula. */
function withoutQuote(text: string): string {
  return text.replace(/^'(?=[=+\-@])/, "");
}

type Line = { line: number; cells: string[] };

/** The lines of a table (RFC 4180), with comma or semicolon, as spreadsheets write them. Empty ones are left out. */
function cellsOf(text: string): Line[] {
  const [head = ""] = text.split("\n", 1);
  const comma = head.includes(",") || !head.includes(";") ? "," : ";";
  const lines: Line[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let line = 1;
  let startedAt = 1;
  const endLine = () => {
    cells.push(cell);
    if (cells.some((text) => text.trim() !== "")) lines.push({ line: startedAt, cells });
    cells = [];
    cell = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\n") line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === comma) {
      cells.push(cell);
      cell = "";
    } else if (character === "\n") {
      endLine();
      startedAt = line;
    } else if (character !== "\r") cell += character;
  }
  endLine();
  return lines;
}
