import { DAY_MS } from "#shared/time.ts";

/** RFC 9116 §2.5.5 recommends less than a year. */
const VALID_DAYS = 180;

/**
 * Where to report a vulnerability of this installation (RFC 9116). The contact is a mail address or a URI; undefined if
 * it is neither.
 */
export function securityTxt(contact: string, now: number): string | undefined {
  const uri = toUri(contact.trim());
  if (uri === undefined) return undefined;
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS);
  return `Contact: ${uri}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\n`;
}

function toUri(contact: string): string | undefined {
  if (/^(https:\/\/|mailto:)\S+$/i.test(contact)) return contact;
  return /^[^\s@:]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : undefined;
}
