// Without zod: the page needs these.

/** Names of one look: 500 fit in one of EVE's calls. */
export const MAX_NAMES = 1000;
/** As long as EVE takes a name in `POST /universe/ids`. */
export const LONGEST_NAME = 100;

/** A line of a chat: `[ 2026.11.28 19:04:11 ] Mira Tal > o7`. EVE's system messages have no pilot. */
const CHAT = /^(?:\[[^\]]*\]\s*)?([^<>[\]]+?)\s+>(?:\s|$)/;
/** A line of a killmail: `Name: Mira Tal / Sable Meridian`, with `(laid the final blow)` behind the name. */
const KILLMAIL = /^(?:name|victim|pilot):\s*([^/(]+)/i;

/**
 * The names in what somebody pastes, each once, in their order: one a line, lines of a chat, rows of a fleet or of a spreadsheet
 * (the first column), recipients of a mail with commas between them, lines of a killmail. Without brackets and quotes around them.
 */
export function pastedNames(text: string): string[] {
  const names = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    for (const part of partsOf(line.trim())) {
      const name = part.replaceAll(/^[\s"'<*•-]+|[\s"'>;]+$/g, "").replaceAll(/\s+/g, " ");
      const key = name.toLowerCase();
      if (name !== "" && !names.has(key)) names.set(key, name);
    }
  }
  return [...names.values()];
}

function partsOf(line: string): string[] {
  const [, ofChat] = CHAT.exec(line) ?? [];
  if (ofChat !== undefined) return [ofChat];
  const [, ofKillmail] = KILLMAIL.exec(line) ?? [];
  if (ofKillmail !== undefined) return [ofKillmail];
  const [first = ""] = line.split("\t");
  return first.split(/[,;]/);
}
