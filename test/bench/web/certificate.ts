import { execFileSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Certificate = { key: string; cert: string; fingerprint: string };

/** The host names of the product and of the image server. */
const NAMES = "subjectAltName=DNS:localhost,IP:127.0.0.1";

/**
 * A certificate for this run only: browsers use HTTP/2 only over TLS. With its `fingerprint` Chromium trusts
 * this one key.
 */
export function createCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "muster-certificate-"));
  try {
    const files = { key: join(folder, "key.pem"), cert: join(folder, "cert.pem") };
    const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const subject = ["-subj", "/CN=localhost", "-addext", NAMES];
    const out = ["-keyout", files.key, "-out", files.cert];
    execFileSync("openssl", ["req", "-x509", ...kind, "-days", "2", ...subject, ...out], {
      stdio: "ignore",
    });
    const cert = readFileSync(files.cert, "utf8");
    const publicKey = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
    const fingerprint = createHash("sha256").update(publicKey).digest("base64");
    return { key: readFileSync(files.key, "utf8"), cert, fingerprint };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
