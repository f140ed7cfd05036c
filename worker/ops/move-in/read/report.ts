/** `merged`: joined with something that Muster has. `changed`: moved, but not as it was. `note`: about no single row. */
type Outcome = "moved" | "merged" | "changed" | "refused" | "note";

/** What became of one record. `place`: where it stands in the export. */
export type ReportLine = {
  outcome: Outcome;
  what: string;
  name: string;
  place: string;
  reason: string;
};

export type Report = ReportLine[];
