import { applicationScopes } from "#worker/esi/scopes.ts";

/** Messages of wrangler and Cloudflare, with advice. */
const ADVICE: [said: RegExp, advice: string][] = [
  [
    /not logged in|not authenticated|CLOUDFLARE_API_TOKEN/i,
    "Log in to Cloudflare first: npx wrangler login. Without a browser, set CLOUDFLARE_API_TOKEN to a token with the template “Edit Cloudflare Workers” and D1 and Queues edit added.",
  ],
  [
    /code: 10000|authentication error|not authorized|permission/i,
    "This login may not do that. An API token needs: Workers Scripts edit, D1 edit, Queues edit, Account Settings read, and Zone Workers Routes edit for a domain of your own. In Cloudflare's builds it is chosen at the Worker, Settings, Build, API token.",
  ],
  [
    /workers\.dev subdomain/i,
    "Your account has no address on workers.dev yet. Open https://dash.cloudflare.com/?to=/:account/workers once, choose one, and run this again; or use a domain of yours: npm run deploy -- --host muster.example.com",
  ],
  [
    /cron.*(limit|maximum|exceed)|(limit|exceed).*cron/i,
    "Cloudflare's free plan has five crons for the whole account, and Muster needs one. Remove one of another Worker, or change to Workers Paid.",
  ],
  [
    /zone|custom domain|routes/i,
    "The domain must be a zone of this very Cloudflare account, and no other Worker and no DNS record may have that name.",
  ],
  [
    /fetch failed|ENOTFOUND|ETIMEDOUT|ECONNRE|network/i,
    "Cloudflare could not be reached. Look at your connection and at https://www.cloudflarestatus.com.",
  ],
];

export function adviceFor(message: string): string | undefined {
  return ADVICE.find(([said]) => said.test(message))?.[1];
}

type Finished = {
  host: string;
  /** The path of the callback URL that is registered with EVE. */
  callbackPath: string;
  hasEveApplication: boolean;
  hasDiscord: boolean;
  hasAdministrators: boolean;
  /** Whether this ran in Cloudflare's own builds, where there is no terminal. */
  isWorkersBuild: boolean;
};

/** How to set a variable that is in wrangler.jsonc. */
const IN_THE_REPOSITORY = "in wrangler.jsonc of your repository, then commit:";
const AS_A_SECRET = "in Cloudflare's dashboard, at the Worker, Settings, Variables and Secrets:";

/** The remaining steps for the administrator, with all values to enter elsewhere. */
export function nextSteps({
  host,
  callbackPath,
  hasEveApplication,
  hasDiscord,
  hasAdministrators,
  isWorkersBuild,
}: Finished) {
  const steps = [
    [
      hasEveApplication
        ? "EVE: at https://developers.eveonline.com/applications, this is what your application must say:"
        : "EVE: create an application at https://developers.eveonline.com/applications:",
      "   Connection type  Authentication & API Access",
      `   Callback URL     https://${host}${callbackPath}`,
      "   Scopes           these, and no fewer:",
      ...applicationScopes().map((scope) => `     ${scope}`),
      ...(hasEveApplication
        ? []
        : isWorkersBuild
          ? [
              `   Then ${AS_A_SECRET} EVE_CLIENT_SECRET;`,
              `   and ${IN_THE_REPOSITORY} "EVE_CLIENT_ID": "<its client id>"`,
            ]
          : ["   Then run npm run deploy again: it asks for the client id and the secret key."]),
    ],
    [
      hasDiscord
        ? "Discord: at https://discord.com/developers/applications, OAuth2, this is what your application must say:"
        : "Discord, if you want it: create an application at https://discord.com/developers/applications, OAuth2:",
      `   Redirect         https://${host}/discord/callback`,
      "   Public Client    on",
      hasDiscord
        ? "   Commands         with DISCORD_BOT_TOKEN in the environment, or from the settings"
        : isWorkersBuild
          ? `   Then ${IN_THE_REPOSITORY} "DISCORD_CLIENT_ID": "<its id>"`
          : "   Then: npm run deploy -- --discord-client-id <its id>",
    ],
    ...(hasAdministrators
      ? []
      : [
          [
            "Administrators: nobody administers yet. The character id is the number in the address of a pilot at",
            isWorkersBuild
              ? `   https://evewho.com, and the dashboard shows it after you log in. Then ${IN_THE_REPOSITORY}`
              : "   https://evewho.com. Then: npm run deploy -- --admin-character-ids <id>,<id>",
            ...(isWorkersBuild ? ['   "ADMIN_CHARACTER_IDS": "<id>"'] : []),
          ],
        ]),
    [
      `Open https://${host}, log in with an administrator's character, and look at https://${host}/admin/settings:`,
      "   it says line by line what works and what does not. OPERATIONS.md says what to watch from then on.",
    ],
  ];
  return steps.map((lines, index) => `${index + 1}. ${lines.join("\n")}`).join("\n\n");
}
