/** The credentials of a Basic header, unchanged and form-decoded (RFC 6749 §2.3.1). */
export function readBasic(authorization: string): { id: string; secret: string }[] {
  const [, encoded = ""] = /^basic +(.+)$/i.exec(authorization) ?? [];
  const credentials = Buffer.from(encoded, "base64").toString();
  const at = credentials.indexOf(":");
  if (at < 0) return [];
  const [id, secret] = [credentials.slice(0, at), credentials.slice(at + 1)];
  return [
    { id, secret },
    { id: formDecode(id), secret: formDecode(secret) },
  ];
}

function formDecode(text: string): string {
  return new URLSearchParams(`=${text}`).get("") ?? "";
}
