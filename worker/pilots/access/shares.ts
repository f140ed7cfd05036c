import { sharedSectionSchema } from "#shared/groups/forms.ts";
import type { OwnShare } from "#shared/pilots/access.ts";
import type { selectOwnShares } from "#worker/groups/forms/sharing.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { endOfSharing } from "#worker/groups/forms/sharing.ts";
import { parseJsonText, storedJson } from "#worker/http/json-text.ts";

export function presentShare(row: RowOfStatement<ReturnType<typeof selectOwnShares>>): OwnShare[] {
  const end = endOfSharing(row, row.shareDays);
  if (end === null) return [];
  const stored = parseJsonText(storedJson<string[]>(row.sections));
  return [
    {
      requestId: row.requestId,
      groupName: row.groupName,
      sections: sharedSectionSchema.options.filter((section) => stored.includes(section)),
      until: new Date(end).toISOString(),
    },
  ];
}
