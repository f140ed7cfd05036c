import { msg, plural } from "#shared/language/macros.ts";
import type { Words } from "#worker/language/words.ts";
import type { HealthCheck } from "#shared/health.ts";
import { DAY_MS } from "#shared/time.ts";
import { stockOf } from "#worker/applications/oidc/keys/signing-keys.ts";
import type { Config } from "#worker/config.ts";
import { sentences } from "./format.ts";
import type { Facts } from "./store.ts";

const WARNED_BEFORE_MS = 30 * DAY_MS;
const FIX = msg`Run npm run deploy: it makes six keys, for a year.`;

export async function checkSigningKeys(
  config: Config,
  { hasApplications, signingKeys }: Facts,
  now: number,
  inWords: Words,
): Promise<HealthCheck> {
  const { say } = inWords;
  const line = { id: "signing-keys", title: say(msg`Signing keys`), values: [], fix: null };
  if (!hasApplications) return { ...line, state: "ok", words: say(msg`No application needs one.`) };
  if (config.PLAN === "paid")
    return { ...line, state: "ok", words: say(msg`Muster makes a key when one is due.`) };
  const { left, lastsUntil } = await stockOf(config, signingKeys, now);
  if (signingKeys.length === 0 && left === 0) {
    const words = say(msg`There is no signing key: applications cannot sign users in.`);
    return { ...line, state: "failed", words, fix: say(FIX) };
  }
  const until = new Date(lastsUntil).toISOString().slice(0, 10);
  const words = say(
    msg`${plural(left, {
      one: "# key in stock",
      other: "# keys in stock",
    })}, enough until ${until}.`,
  );
  if (lastsUntil - now > WARNED_BEFORE_MS) return { ...line, state: "ok", words };
  const after = say(msg`Then the last key goes on signing, and is not replaced.`);
  return { ...line, state: "warning", words: sentences([words, after], inWords), fix: say(FIX) };
}
