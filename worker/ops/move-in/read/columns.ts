import * as z from "zod/mini";

// Columns of MySQL and PostgreSQL: numbers and booleans are text in dumps.

/** A primary or foreign key, as text. */
export const idColumn = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,20}$/))]),
  z.transform(String),
);

/** EVE's id of a character, a corporation or an alliance. */
export const eveIdColumn = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.pipe(z.transform(Number), z.int().check(z.positive())),
);

export const textColumn = z._default(z.nullable(z.string()), null);

/** MySQL's number and bit, and PostgreSQL's boolean. */
const TRUE = new Set(["1", "\x01", "t"]);

export const flagColumn = z.pipe(
  z._default(z.nullable(z.union([z.boolean(), z.int(), z.string()])), false),
  z.transform((value) => value === true || TRUE.has(String(value))),
);

export const ownerHashColumn = z._default(
  z.nullable(z.string().check(z.regex(/^[\x21-\x7e]{0,100}$/))),
  null,
);

/** A time of MySQL, which has no zone: SeAT and Neucore write UTC. Undefined for none. */
export const timeColumn = z.pipe(z.nullish(z.string()), z.transform(toTime));

function toTime(text: string | null | undefined): Date | undefined {
  const time = Date.parse(`${(text ?? "").replace(" ", "T").replace(/Z$/, "")}Z`);
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** A list of texts as JSON; MariaDB quotes it once more. */
export const listColumn = z.pipe(
  z._default(z.nullable(z.union([z.array(z.string()), z.string()])), null),
  z.transform((value) => (typeof value === "string" ? toList(value) : (value ?? []))),
);

const listSchema = z.array(z.string());

function toList(text: string): string[] {
  try {
    const list = listSchema.safeParse(JSON.parse(text));
    return list.success ? list.data : [];
  } catch {
    return [];
  }
}

/** Whether a text can be the id of a Discord account. */
export function isDiscordId(text: string): boolean {
  return /^\d{15,20}$/.test(text);
}
