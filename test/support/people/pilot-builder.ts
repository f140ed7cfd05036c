import type { CharacterDetail, RefreshResult } from "#shared/characters.ts";
import { fold } from "#shared/fold.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import type { NewPilot } from "#test/new-eden/control/pilots.ts";
import { buildToken, buildUser } from "./builders.ts";
import type { BuiltUser } from "./builders.ts";
import type { Community } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";

export type LinkedPilot = Awaited<ReturnType<typeof linkPilot>>;

/**
 * A pilot as the main of a signed-in user, or as an alt of an existing one, authorized but without any call
 * to ESI yet, with the calls for its sheet.
 */
export async function linkPilot(
  muster: Community,
  seed: NewPilot = {},
  { scopes = CHARACTER_SCOPES, altOf }: { scopes?: string[]; altOf?: BuiltUser } = {},
) {
  const newEden = newEdenControl(muster.newEdenBase);
  const pilot = await newEden.createPilot(seed);
  const { id, name } = pilot;
  const user = altOf ?? (await buildUser(muster, { characterId: id, name }));
  const { ownerHash, expiresAt, ...tokens } = await newEden.grant(id, scopes);
  const row = { id, name, nameFolded: fold(name), userId: user.userId, ownerHash };
  await muster.context.db
    .insert(characters)
    .values(row)
    .onConflictDoUpdate({ target: characters.id, set: { ownerHash } });
  await buildToken(muster, id, { ...tokens, accessExpiresAt: new Date(expiresAt), scopes });
  await newEden.clearRequests();
  const { api } = user;

  async function detail(of = id): Promise<CharacterDetail> {
    return (await api.characters[":id"].$get({ param: { id: String(of) } })).json();
  }

  async function refresh(of = id): Promise<RefreshResult> {
    return (await api.characters[":id"].refresh.$post({ param: { id: String(of) } })).json();
  }

  /** The requests to ESI since they were cleared, as "GET /path", sorted. */
  async function askedOfEsi(): Promise<string[]> {
    const requests = await newEden.requests({ service: "esi" });
    const calls = requests.map(({ method, path, query }) => {
      const page = query["page"] === undefined ? "" : `?page=${query["page"]}`;
      return `${method} ${path.replace(String(id), "{id}")}${page}`;
    });
    return calls.toSorted();
  }

  return { newEden, pilot, user, api, detail, refresh, askedOfEsi };
}
