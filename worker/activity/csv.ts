import type { Activity } from "#shared/activity.ts";

const COLUMNS: Record<string, (entry: Activity) => string | null | undefined> = {
  "Time (EVE)": ({ createdAt }) => createdAt,
  Log: ({ log }) => log,
  Event: ({ kind }) => kind,
  Actor: ({ actor }) => (actor === null ? "Muster" : actor.name),
  "Actor ID": ({ actor }) => actor?.userId,
  Subject: ({ subject }) => subject?.name,
  "Subject ID": ({ subject }) => subject?.userId,
  Group: (entry) => (entry.log === "groups" ? entry.groupName : null),
  "Group ID": (entry) => (entry.log === "groups" ? entry.groupId : null),
  Category: (entry) => (entry.log === "groups" ? entry.categoryName : null),
  "Category ID": (entry) => (entry.log === "groups" ? entry.categoryId : null),
  Detail: detailOf,
  "Request ID": ({ requestId }) => requestId,
};

/** One table for spreadsheets (RFC 4180). Only the first page has the names of the columns. */
export function toCsv(entries: readonly Activity[], isFirstPage: boolean): string {
  const rows = entries.map((entry) => Object.values(COLUMNS).map((read) => read(entry) ?? ""));
  // Without the mark at its beginning, Excel does not read Cyrillic names.
  const head = isFirstPage ? `\uFEFF${toLine(Object.keys(COLUMNS))}` : "";
  return head + rows.map(toLine).join("");
}

function toLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/** What a spreadsheet would take for a formula becomes text: a group may be named =HYPERLINK(...). */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

function detailOf(entry: Activity): string | null {
  if (entry.log === "accounts") return entry.characterName ?? entry.discordName;
  const { changes, codeId, useLimit, expiresAt } = entry.detail;
  if (changes !== undefined) {
    return Object.entries(changes)
      .map(([field, { from, to }]) => `${field}: ${from ?? "none"} → ${to ?? "none"}`)
      .join("; ");
  }
  if (codeId === undefined) return null;
  if (entry.kind !== "code_created") return `code: ${codeId}`;
  return `code: ${codeId}; uses: ${useLimit ?? "no limit"}; expires: ${expiresAt ?? "never"}`;
}
