/** What the database does by itself when a row changes, in the transaction of the change: one trigger. */
type Reaction = {
  /** "AFTER UPDATE OF name ON groups". Without columns, every update of a row counts. */
  on: `${"AFTER" | "BEFORE"} ${"INSERT" | "UPDATE" | "DELETE"}${string} ON ${string}`;
  when?: string;
  follows: string[];
};

/** The reactions of one file by the name of their trigger. */
export type Reactions = Record<string, Reaction>;

/** The statement that creates the trigger. */
export function createTrigger(trigger: string, { on, when, follows }: Reaction): string {
  const condition = when === undefined ? "" : `\nWHEN ${when}`;
  const body = follows.map((statement) => `\t${statement};\n`).join("");
  return `CREATE TRIGGER \`${trigger}\` ${on}${condition}\nBEGIN\n${body}END;`;
}
