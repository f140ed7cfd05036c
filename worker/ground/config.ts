import * as z from "zod/mini";
import { EVE_CALLBACK_PATHS } from "#shared/account/sign-in-paths.ts";
import { ENCRYPTION_KEY, importKeyring } from "./crypto.ts";
import type { Keyring } from "./crypto.ts";

const baseUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address" })
  .check(z.refine((url) => !url.endsWith("/"), { error: "must not end with a slash" }));
const required = z
  .string({ error: "is missing" })
  .check(z.minLength(1, { error: "is missing", abort: true }));
const key = required.check(
  z.regex(ENCRYPTION_KEY, "must be 32 bytes in base64 (openssl rand -base64 32)"),
);
const list = z.pipe(
  z.string(),
  z.transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  ),
);

/**
 * How often a user may do each of these per day (UTC). High for a person and low for a script: D1's free plan allows 100,000
 * written rows per day for all users together (https://developers.cloudflare.com/d1/platform/pricing/).
 */
export const DAILY_LIMITS = {
  groups: 20,
  /** Edits of groups, categories and corporations. */
  edits: 200,
  /** Looks at what others share with a request. */
  looks: 500,
  /** Admins appointed or dismissed, and groups transferred. */
  roles: 200,
  /** Groups joined, directly or by an invitation or a code. */
  joins: 100,
  /** Requests to join a group. */
  requests: 50,
  invitations: 100,
  /** Invite codes created. */
  codes: 50,
  /** Characters linked, and Discord links started. */
  links: 50,
  /** Changes of the main. */
  mains: 20,
  /** Sign-ins at applications: a consent, a code and the end of the consent write 38 rows. */
  signIns: 200,
  /** Sheets opened of characters that were not in the database. */
  lookups: 500,
  /** Decisions about members in a review. */
  verdicts: 2_000,
  /** Completed sign-ins at EVE: log-ins and proofs. */
  logins: 100,
  /** Refresh tokens exchanged by applications. */
  renewals: 4_000,
  /**
   * Rows that all acts of a user write together, with what follows from them: with the log-ins, less than a tenth of what the
   * plan writes for everybody. Without an override, that of the plan (`accountRows`).
   */
  rows: 7_500,
};
type DailyLimits = typeof DAILY_LIMITS;
export type LimitedAct = Exclude<keyof DailyLimits, "rows">;

/**
 * What one invocation may do on each of Cloudflare's plans, where no single kind of work says so itself (`worker/work/`): the free plan ends it after 10 ms of processor time
 * (https://developers.cloudflare.com/workers/platform/limits/). Clocks stand still while a Worker computes, so the cost is
 * estimated from calls and bytes (docs/decisions/0042-processor-time-of-an-invocation.md).
 */
type Budget = {
  /** Estimated processor time for ESI's answers, in milliseconds: while a player waits, and in the background. */
  esiMs: Record<"interactive" | "background", number>;
  /** Directors of a health round. */
  directorChecks: number;
  /** Grants that a run of the erasure revokes, and slices of the log that it rewrites. */
  revocations: number;
  logSlices: number;
  /** Tokens and codes that a run encrypts again. */
  rewrittenTokens: number;
  /** Characters of a run of affiliations, and calls that find those whom EVE does not know. */
  affiliations: number;
  affiliationCalls: number;
  /** Hours between two fetches of a corporation's wallets, assets, orders, contracts and killmails. */
  fetchHours: number;
  /** Killmails that an hour reads; EVE allows 1,800 in a quarter of an hour. */
  killmails: number;
  /** Slices of a run that seals the log, and events of a slice. */
  sealing: { slices: number; events: number };
  /** Events of a page of the CSV export. */
  exportedEvents: number;
  /** Characters whose evidence the cron of every minute refreshes itself; none if the queue does. */
  evidenceEachMinute: number;
  /** Requests to Discord of one invocation that works on a server, and members of a page of its list. */
  discordCalls: number;
  discordMembers: number;
  /** Rows that an account and an application may write on a day (UTC): less than a tenth and a quarter of what the plan includes. */
  accountRows: number;
  applicationRows: number;
  /** Users of a slice of the evaluation, and members that a slice removes from each group. */
  evaluatedUsers: number;
  removedMembers: number;
  /**
   * Whether a sheet is read in the invocation of the sign-in, and a director verified in that of the request, and not by a
   * message of the queue.
   */
  worksBehindResponses: boolean;
};

/** On the paid plan, what the background does at once takes 30 ms at most: the isolate answers people meanwhile. */
export const BUDGETS: Record<"free" | "paid", Budget> = {
  free: {
    esiMs: { interactive: 2.5, background: 2.5 },
    directorChecks: 1,
    revocations: 4,
    logSlices: 1,
    rewrittenTokens: 20,
    affiliations: 600,
    affiliationCalls: 17,
    fetchHours: 2,
    killmails: 60,
    sealing: { slices: 1, events: 150 },
    exportedEvents: 250,
    evidenceEachMinute: 1,
    discordCalls: 6,
    discordMembers: 25,
    accountRows: DAILY_LIMITS.rows,
    applicationRows: 25_000,
    evaluatedUsers: 30,
    removedMembers: 100,
    worksBehindResponses: false,
  },
  paid: {
    esiMs: { interactive: 1_000, background: 22 },
    directorChecks: 6,
    revocations: 24,
    logSlices: 8,
    rewrittenTokens: 100,
    affiliations: 10_000,
    affiliationCalls: 30,
    fetchHours: 1,
    killmails: 600,
    sealing: { slices: 2, events: 500 },
    exportedEvents: 1_000,
    evidenceEachMinute: 0,
    discordCalls: 200,
    discordMembers: 1_000,
    // 50 million rows a month (https://developers.cloudflare.com/d1/platform/pricing/).
    accountRows: 120_000,
    applicationRows: 400_000,
    evaluatedUsers: 400,
    removedMembers: 500,
    worksBehindResponses: true,
  },
};

const dailyLimit = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(${Object.keys(DAILY_LIMITS).join("|")})=\\d{1,6}$`),
      `must be like groups=50,codes=100 (of ${Object.keys(DAILY_LIMITS).join(", ")})`,
    ),
  );

const envSchema = z.object({
  EVE_SSO_URL: baseUrl,
  ESI_URL: baseUrl,
  EVE_IMAGES_URL: baseUrl,
  DISCORD_URL: baseUrl,
  EVE_CLIENT_ID: required,
  EVE_CLIENT_SECRET: required,
  /** The path of the callback URL that is registered with EVE. */
  EVE_CALLBACK_PATH: z.pipe(
    z._default(z.string(), "/auth/callback"),
    z.enum(EVE_CALLBACK_PATHS, { error: `must be one of ${EVE_CALLBACK_PATHS.join(", ")}` }),
  ),
  DISCORD_CLIENT_ID: z._default(z.string(), ""),
  DISCORD_BOT_TOKEN: z._default(z.string(), ""),
  DISCORD_PUBLIC_KEY: z._default(z.string(), ""),
  TOKEN_ENCRYPTION_KEY: key,
  TOKEN_ENCRYPTION_KEY_PREVIOUS: z.pipe(z._default(z.string(), ""), z.pipe(list, z.array(key))),
  /** Private keys that `npm run deploy` has made: PKCS #8 in base64. */
  SIGNING_KEYS_1: z.pipe(z._default(z.string(), ""), list),
  SIGNING_KEYS_2: z.pipe(z._default(z.string(), ""), list),
  ADMIN_CHARACTER_IDS: z.pipe(
    z._default(z.string(), ""),
    z.pipe(
      list,
      z.array(
        z.pipe(
          z.string().check(z.regex(/^\d{1,15}$/, "must be character ids, separated by commas")),
          z.transform(Number),
        ),
      ),
    ),
  ),
  /** Cloudflare's: decides how much one invocation does (`BUDGETS`). */
  PLAN: z.pipe(
    z._default(z.string(), "free"),
    z.enum(["free", "paid"], { error: "must be free or paid" }),
  ),
  /** Whether reads of players may come from D1's read replicas (`http/route-declaration.ts`). */
  READ_REPLICAS: z.pipe(
    z._default(z.string(), "off"),
    z.enum(["off", "on"], { error: "must be off or on" }),
  ),
  /** Whether EVE restarts daily (`esi/cooldowns.ts`): the simulated one does not. */
  EVE_DOWNTIME: z.pipe(
    z._default(z.string(), "on"),
    z.enum(["on", "off"], { error: "must be on or off" }),
  ),
  ESI_CONTACT: z._default(z.string(), ""),
  /** Where the newest version is asked for; empty: nowhere. */
  RELEASES_URL: z._default(z.union([z.literal(""), baseUrl]), ""),
  DAILY_LIMITS: z.pipe(
    z._default(z.string(), ""),
    z.pipe(
      list,
      z.pipe(
        z.array(dailyLimit),
        z.transform((items): Partial<DailyLimits> => {
          const given = items.map((item) => item.split("="));
          return Object.fromEntries(given.map(([name, limit]) => [name, Number(limit)]));
        }),
      ),
    ),
  ),
});

/** Variables and secrets, as Cloudflare passes them. */
export type Variables = z.input<typeof envSchema>;

export type Config = Omit<
  z.infer<typeof envSchema>,
  "TOKEN_ENCRYPTION_KEY" | "TOKEN_ENCRYPTION_KEY_PREVIOUS" | "DAILY_LIMITS"
> & { keyring: Keyring; DAILY_LIMITS: DailyLimits };

/** Names every variable that is missing or malformed, never its value. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Muster is not configured: ${problems.join("; ")}.`);
    this.name = "ConfigError";
  }
}

const parsed = new WeakMap<Variables, Promise<Config>>();

/** The configuration, parsed at the first request of an isolate. Throws a `ConfigError`. */
export function readConfig(env: Variables): Promise<Config> {
  const config = parsed.get(env) ?? parseConfig(env);
  parsed.set(env, config);
  return config;
}

async function parseConfig(env: Variables): Promise<Config> {
  const result = envSchema.safeParse(env);
  if (!result.success) {
    const problems = result.error.issues.map(
      (issue) => `${String(issue.path[0])} ${issue.message}`,
    );
    throw new ConfigError([...new Set(problems)]);
  }
  const { TOKEN_ENCRYPTION_KEY, TOKEN_ENCRYPTION_KEY_PREVIOUS, ...rest } = result.data;
  return {
    ...rest,
    DAILY_LIMITS: { ...DAILY_LIMITS, rows: BUDGETS[rest.PLAN].accountRows, ...rest.DAILY_LIMITS },
    keyring: await importKeyring(TOKEN_ENCRYPTION_KEY, TOKEN_ENCRYPTION_KEY_PREVIOUS),
  };
}
