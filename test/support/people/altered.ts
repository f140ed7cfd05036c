/** Another text that differs in one character. Not in the last one: base64url ignores some of its bits. */
export function altered(base64url: string): string {
  const other = base64url.at(-2) === "A" ? "B" : "A";
  return base64url.slice(0, -2) + other + base64url.slice(-1);
}
