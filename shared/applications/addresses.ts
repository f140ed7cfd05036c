import { english } from "#shared/english.ts";

// Without zod: forms check addresses as they are typed, and the Worker before it calls one.

export const MAX_ADDRESS_LENGTH = 1000;
/** How many an application may have. */
export const MAX_REDIRECTS = 10;

/** Scheme, host as `URL` would write it, port, and the rest without a fragment: no user, no backslash, no character outside of ASCII. */
const ADDRESS =
  /^(https?):\/\/(\[[\da-f:.]+\]|[\da-z](?:[\da-z.-]*[\da-z])?)(?::(\d{1,5}))?(?:[/?][!"$-[\]-~]*)?$/;

/** Hosts that are the player's own computer (RFC 8252, section 8.3). */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** A part of a name (RFC 1123, section 2.1): no hyphen at its ends, and of the prefix of punycode more than the prefix. */
const LABEL = /^(?!xn--$)[\da-z](?:[\da-z-]{0,61}[\da-z])?$/;
/** The last part is no number in any notation. */
const TOP_LEVEL = /^(?:[a-z]{2,}|xn--[\da-z-]+)$/;
const MAX_NAME_LENGTH = 253;

/** Names that no public resolver answers: RFC 6761, RFC 6762, RFC 8375, and ICANN's `internal`. */
const PRIVATE_NAME =
  /\.(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/** What is wrong with an address that answers of sign-ins go to. Such addresses are compared character by character. */
export function redirectProblem(text: string): string | undefined {
  if (text.includes("#")) return english`An address with “#” cannot get an answer.`;
  const address = parse(text);
  if (address === undefined) {
    return english`Enter a whole address, such as https://wiki.example.com/callback.`;
  }
  const { scheme, host } = address;
  if (LOOPBACK.test(host)) return undefined;
  if (scheme === "https" && /[a-z]/.test(host) && !host.startsWith("[") && !isHost(host)) {
    return english`This address has a host that cannot exist.`;
  }
  if (scheme === "https") return undefined;
  return english`Only https, except on localhost: others on the network could read the code.`;
}

/**
 * What is wrong with an address that Muster itself calls, for a webhook or a back-channel logout. Only public names: a
 * number could be an address of a private network. A public name may still lead to one, but Cloudflare has no route there.
 */
export function calledAddressProblem(text: string): string | undefined {
  const address = parse(text);
  if (address === undefined) {
    return english`Enter a whole address, such as https://wiki.example.com/logout.`;
  }
  const { scheme, host, port } = address;
  if (scheme !== "https")
    return english`Only https: others on the network could read what is sent.`;
  if (port !== undefined && port !== "443" && port !== "8443") {
    return english`Only the ports 443 and 8443.`;
  }
  const isPublic = isName(host) && !PRIVATE_NAME.test(host);
  return isPublic ? undefined : english`Muster calls public addresses only.`;
}

/** A name in a private network may have one part. */
function isHost(host: string): boolean {
  return host.split(".").every((label) => LABEL.test(label));
}

/** A name with a dot, as the domain name system can have it. */
function isName(host: string): boolean {
  const labels = host.split(".");
  return (
    host.length <= MAX_NAME_LENGTH &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? "")
  );
}

/** The address leads to the player's own computer. */
export function isForTests(text: string): boolean {
  return LOOPBACK.test(parse(text)?.host ?? "");
}

/** The host of an address, for people; the text itself if it is none. */
export function hostOf(text: string): string {
  return parse(text)?.host ?? text;
}

function parse(text: string) {
  const [, scheme, host, port] = (text.length <= MAX_ADDRESS_LENGTH && ADDRESS.exec(text)) || [];
  return scheme === undefined || host === undefined ? undefined : { scheme, host, port };
}
