import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import { once } from "./once.ts";

/** Counted in Unicode code points, as zod does; HTML's `maxlength` counts an emoji twice. */
export const NAME_MAX_LENGTH = 255;
export const DESCRIPTION_MAX_LENGTH = 1000;

/**
 * Scripts whose spelling needs joiners (https://www.unicode.org/reports/tr31/, section 2.3.1), without
 * their invisible characters.
 */
const JOINING =
  "(?!\\p{DI})[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]";

/** Invisible characters that belong to a visible one. */
const KEPT = [
  // The flags of England, Scotland and Wales, and emoji that are joined (https://www.unicode.org/reports/tr51/).
  "\\u{1F3F4}[\\u{E0061}-\\u{E007A}]{5}\\u{E007F}",
  "(?<=[\\p{ExtPict}\\p{EMod}]\\uFE0F?)\\u200D(?=\\p{ExtPict})",
  `(?<=${JOINING})[\\u200C\\u200D](?=${JOINING})`,
  // One variation selector where Unicode has variants: of pictures, keycaps, and letters of these scripts. After others it is invisible.
  "(?<=(?!\\p{DI})[\\p{ExtPict}\\p{scx=Hani}\\p{scx=Mong}\\p{scx=Mymr}\\p{scx=Phag}])\\p{VS}",
  "(?<=[\\d#*])\\uFE0F(?=\\u20E3)",
].join("|");

/**
 * Format and other invisible characters: bidi controls, which reorder the text around them, zero-width characters,
 * fillers and tags, with which two names look the same (https://www.unicode.org/reports/tr36/).
 */
const invisible = once(() => new RegExp(`(${KEPT})|[\\p{DI}\\uFFF9-\\uFFFC]`, "gu"));

const BLANK = /[\p{Cc}\p{Cf}\p{Z}\p{DI}\u2800]/gu;

function withoutInvisible(text: string): string {
  return text.toWellFormed().replaceAll(invisible(), "$1");
}

/** Cleans one line of text: control characters and runs of blanks (Braille has one) become one space, invisible characters are removed. */
export function toLine(text: string): string {
  return withoutInvisible(text)
    .replaceAll(/[\p{Cc}\p{Z}\u2800]+/gu, " ")
    .trim();
}

/** The same for text of several lines, which keeps its spaces. */
export function toParagraphs(text: string): string {
  return withoutInvisible(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(/[^\P{Cc}\n]+/gu, " ")
    .trim();
}

/** One line of text that is required and has at most `max` characters. */
export function requiredLine(required: string, max: number, tooLong: string) {
  return z.string(required).check(
    z.overwrite(toLine),
    z.refine((text) => text.replaceAll(BLANK, "") !== "", required),
    z.maxLength(max, tooLong),
  );
}

/** The name of something that users or administrators name. */
export const nameSchema = requiredLine(
  english`Name is required`,
  NAME_MAX_LENGTH,
  english`Name must be ${NAME_MAX_LENGTH} characters or less`,
);

/** A text of several lines that is required and has at most `max` characters. */
export function requiredText(required: string, max: number, tooLong: string) {
  return z.string(required).check(
    z.overwrite(toParagraphs),
    z.refine((text) => text.replaceAll(BLANK, "") !== "", required),
    z.maxLength(max, tooLong),
  );
}

/** An optional text of at most `max` characters; a missing or blank one is null. */
export function optionalText(max: number, tooLong: string) {
  return z.pipe(
    z.nullish(z.string().check(z.overwrite(toParagraphs), z.maxLength(max, tooLong))),
    z.transform((text) => (text ? text : null)),
  );
}

export const descriptionSchema = optionalText(
  DESCRIPTION_MAX_LENGTH,
  english`Description must be ${DESCRIPTION_MAX_LENGTH} characters or less`,
);
