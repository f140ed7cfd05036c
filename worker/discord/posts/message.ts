import { msg, ph } from "#shared/language/macros.ts";
import { byLanguage } from "#shared/language/messages.ts";
import type { Words } from "#worker/language/words.ts";

/** https://discord.com/developers/docs/resources/message#create-message */
const MAX_LENGTH = 2000;
/** Links show no previews. */
const SUPPRESS_EMBEDS = 1 << 2;

/** https://discord.com/developers/docs/components/reference */
type Button = { type: 2; label: string } & (
  | { style: 3 | 4; custom_id: string }
  | { style: 5; url: string }
);
export type ActionRow = { type: 1; components: Button[] };

/** A part of a message that can be edited by itself. */
export type Embed = {
  description: string;
  color: number;
  author?: { name: string; icon_url: string };
  title?: string;
  url?: string;
  thumbnail?: { url: string };
  fields?: { name: string; value: string; inline: boolean }[];
  footer?: { text: string };
};

/** The body of a message. Nothing in it pings anybody but `roles`, which an administrator has chosen. An edit leaves what it does not name. */
export type DiscordMessage = {
  content?: string;
  embeds?: Embed[];
  components: ActionRow[];
  allowed_mentions: { parse: []; roles?: string[] };
  flags?: number;
};

export function buildMessage(
  content: string,
  components: ActionRow[] = [],
  { embeds = [], flags = 0 }: { embeds?: Embed[]; flags?: number } = {},
): DiscordMessage {
  return {
    content: shortened(content, MAX_LENGTH),
    components,
    ...NO_PINGS,
    ...(embeds.length > 0 ? { embeds, flags } : { flags: flags | SUPPRESS_EMBEDS }),
  };
}

export const NO_PINGS: { allowed_mentions: { parse: [] } } = { allowed_mentions: { parse: [] } };

export function linkRow(label: string, url: string): ActionRow {
  return { type: 1, components: [{ type: 2, style: 5, label, url }] };
}

/** Text of users without Discord's formatting: a backslash makes any punctuation plain. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{P}\p{S}]/gu, (sign) => (sign.length === 1 ? `\\${sign}` : sign));
}

export function bold(text: string): string {
  return `**${plain(text)}**`;
}

/** As a quotation of one line. */
export function quote(text: string, length: number): string {
  return `> ${plain(shortened(text.replaceAll(/\s+/g, " "), length))}`;
}

/** At most so many characters. */
export function shortened(text: string, length: number): string {
  const points = Array.from(text);
  return points.length <= length ? text : `${points.slice(0, length - 1).join("")}…`;
}

const days = byLanguage((tag) => {
  const format = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(tag, format);
});

/** EVE's time, as "Nov 22, 14:05 EVE time". */
export function eveTime(date: Date, { language, say }: Words): string {
  const day = days(language).format(date);
  return say(msg`${day}, ${ph({ time: date.toISOString().slice(11, 16) })} EVE time`);
}

const dates = byLanguage((tag) => {
  const format = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(tag, format);
});

/** A day in EVE's time, as "Nov 22, 2026". */
export function eveDay(date: Date, { language }: Words): string {
  return dates(language).format(date);
}
