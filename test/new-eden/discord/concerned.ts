import type { World } from "#test/new-eden/world.ts";
import { findGrant } from "./grants.ts";

/** The id of the user that a request to Discord concerns, from its path, token or code. */
export async function findDiscordUser(
  world: World,
  request: Request,
  path: string,
): Promise<string | undefined> {
  const inPath = /\/members\/(\d+)/.exec(path)?.[1];
  if (inPath !== undefined) return inPath;
  const [, bearer] = (request.headers.get("authorization") ?? "").split(" ");
  if (bearer !== undefined) return findGrant(world, bearer)?.userId;
  if (request.method !== "POST") return undefined;
  const form = new URLSearchParams(await request.clone().text());
  const token = form.get("refresh_token") ?? form.get("token") ?? "";
  return (findGrant(world, token) ?? world.discord.codes.get(form.get("code") ?? ""))?.userId;
}
