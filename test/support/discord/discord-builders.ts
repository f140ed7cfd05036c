import * as z from "zod/mini";
import { readJson } from "#test/support/answers/read-json.ts";
import type { DiscordLinkStart } from "#shared/discord/link.ts";
import type { DiscordUser } from "#test/new-eden/discord/people.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";

const VERIFIER = "a-verifier-that-is-long-enough-for-discord-1";
const CHALLENGE = "JiM5-KCvObg1rz92ZVXC08zo93GmhyXzTgey5u1K0FU";

/** The popup's request to Muster after the Discord user has agreed; `user` has started the link. */
export async function discordTokens(
  muster: Muster,
  user: Pick<BuiltUser, "api">,
  person: DiscordUser,
) {
  const start = await (await user.api.discord.link.start.$post()).json();
  const { code } = await authorize(muster, start, person);
  const response = await fetch(start.tokenUrl, {
    method: "POST",
    headers: { origin: new URL(start.redirectUri).origin },
    body: new URLSearchParams({
      client_id: start.clientId,
      grant_type: "authorization_code",
      code,
      redirect_uri: start.redirectUri,
      code_verifier: VERIFIER,
    }),
  });
  const tokens = await readJson(
    response,
    z.object({
      access_token: z.string(),
      refresh_token: z.string(),
      expires_in: z.number(),
      scope: z.string(),
    }),
  );
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresIn: tokens.expires_in,
    scope: tokens.scope,
    state: start.state,
  };
}

async function authorize(muster: Muster, start: DiscordLinkStart, person: DiscordUser) {
  const url = new URL(start.authorizeUrl);
  url.search = String(
    new URLSearchParams({
      response_type: "code",
      client_id: start.clientId,
      redirect_uri: start.redirectUri,
      scope: start.scopes.join(" "),
      state: start.state,
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
    }),
  );
  const back = await newEdenControl(muster.newEdenBase).discord.authorize(url.href, person.id);
  return { code: back.searchParams.get("code") ?? "" };
}

/** Links a Discord account to a user, through all steps. */
export async function linkDiscord(
  muster: Muster,
  user: Pick<BuiltUser, "api">,
  person: DiscordUser,
) {
  const json = await discordTokens(muster, user, person);
  return user.api.discord.callback.tokens.$post({ json });
}
