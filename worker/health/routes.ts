import { Hono } from "hono";
import { DAY_MS } from "#shared/time.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import type { App } from "#worker/env.ts";
import { PRIMARY, visitors } from "#worker/http/route-declaration.ts";
import { acceptedLanguages, wordsIn } from "#worker/language/words.ts";
import { checkHealth, readDetails } from "./service.ts";

export const healthRoutes = new Hono<App>()
  .get("/", visitors({ reads: PRIMARY.administration }), async (c) =>
    c.json(await checkHealth(c.get("context"), c.env.DB)),
  )
  .get("/details", administrators({ reads: PRIMARY.administration }), async (c) => {
    const { origin } = new URL(c.req.url);
    const words = await wordsIn(...acceptedLanguages(c.req.header("accept-language")));
    const { VERSION: version, DB } = c.env;
    return c.json(await readDetails(c.get("context"), { origin, version, DB }, words));
  });

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
