import { buildToken, buildUser } from "#test/support/people/builders.ts";
import { buildGroup, buildInvitation } from "#test/support/people/group-builders.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import type { Bench } from "./community.ts";
import type { Meter } from "./meter.ts";

/** Writes that the access table cannot do, because they succeed only once for each user: each time by a user of its own. */
export async function measureOwnWrites({ muster }: Bench, { invoke }: Meter, rounds: number) {
  for (let round = 0; round < rounds; round += 1) {
    const owner = await buildUser(muster);
    let user = await buildUser(muster, { alts: ["First Alt", "Second Alt"] });
    const { userId, characterIds } = user;
    const [, first, second] = characterIds;
    for (const id of characterIds) await buildToken(muster, id);
    const call = async (route: string, path: string, body?: object) => {
      const [method = ""] = route.split(" ");
      const { status, body: answer } = await invoke(route, `/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${user.sessionToken}`,
          cookie: proofCookie(user.proof),
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (status >= 300) throw new Error(`${route}: ${status} ${answer}`);
    };
    const open = await buildGroup(muster, { owner });
    await call("POST /groups/:id/join", `/groups/${open.id}/join`);
    const [accepted, declined, blocked] = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const group = await buildGroup(muster, { owner });
        return buildInvitation(muster, group, { userId }, owner);
      }),
    );
    await call("POST /groups/invitations/:id/accept", `/groups/invitations/${accepted}/accept`);
    await call("POST /groups/invitations/:id/decline", `/groups/invitations/${declined}/decline`);
    await call("POST /groups/invitations/:id/block", `/groups/invitations/${blocked}/block`);
    await call("DELETE /auth/characters/:id", `/auth/characters/${first}`);
    await call("PUT /auth/main", "/auth/main", { characterId: second });
    user = await buildUser(muster, { alts: ["Third Alt"] });
    for (const id of user.characterIds) await buildToken(muster, id);
    await call("DELETE /account", "/account", { name: user.mainCharacterName });
  }
}
