const UNITS: [name: string, milliseconds: number][] = [
  ["day", 24 * 60 * 60 * 1000],
  ["hour", 60 * 60 * 1000],
  ["minute", 60 * 1000],
];

/** "3 hours", whole and rounded down; "a moment" below a minute. */
export function span(milliseconds: number): string {
  const unit = UNITS.find(([, length]) => milliseconds >= length);
  return unit === undefined ? "a moment" : count(Math.floor(milliseconds / unit[1]), unit[0]);
}

/** "1 token", "1,204 tokens". */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}

/** "12.3 MB": millions of bytes, as Cloudflare counts its limits. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
