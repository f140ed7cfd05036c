import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { fold } from "#shared/fold.ts";
import { msg, ph, plural } from "#shared/language/macros.ts";
import { requireNoGuest } from "#worker/auth/sessions/actor.ts";
import { findMains } from "#worker/characters/search-store.ts";
import { run } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, names } from "#worker/db/schema/characters.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { bold, linkRow, plain } from "#worker/discord/posts/message.ts";
import type { Context } from "#worker/env.ts";
import { getPilot } from "#worker/pilots/page.ts";
import { privately } from "./reply.ts";
import type { Asked, Reply } from "./reply.ts";

const selectUser = prepare({ userId: discordAccounts.userId }, (fields) =>
  orm
    .select(fields)
    .from(discordAccounts)
    .where(eq(discordAccounts.discordId, sql.placeholder("discordId"))),
);

/**
 * Whose account a Discord user has linked. Muster shows that to the user and, under Pilots, to system administrators: others get
 * the same answer for every user. The user reads on My access that an administrator has asked.
 */
export async function whoIs(
  { context, actor, origin, words }: Asked,
  discordId: string,
): Promise<Reply> {
  const { say } = words;
  const [found] = await run(context.db, selectUser({ discordId }));
  if (!actor.isAdmin && found?.userId !== actor.userId) {
    return privately(
      say(msg`Muster tells only system administrators whose Discord account this is.`),
    );
  }
  if (found === undefined)
    return privately(say(msg`This Discord account is not linked to Muster.`));
  const pilot = await getPilot(context, actor, found.userId);
  const { mainCharacterName, corporation, suspension, groups, characters: all } = pilot;
  const lines = [
    bold(mainCharacterName ?? say(msg`A locked account`)),
    ...(corporation?.name == null ? [] : [plain(corporation.name)]),
    ...(suspension === null ? [] : [say(msg`Suspended`)]),
    say(msg`${plural({ count: all.length }, { one: "# character", other: "# characters" })}`),
    groups.length === 0
      ? say(msg`No groups`)
      : say(
          msg`Groups: ${ph({
            groupNames: words.list(groups.map(({ groupName }) => plain(groupName))),
          })}`,
        ),
  ];
  const path = actor.isAdmin ? `/admin/pilots/${found.userId}` : "/access";
  return privately(lines.join("\n"), [linkRow(say(msg`Open in Muster`), origin + path)]);
}

const corporation = alias(names, "corporation");

const selectMain = prepare(
  { characterId: characters.id, name: characters.name, corporationName: corporation.name },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .innerJoin(
        users,
        and(eq(users.id, characters.userId), eq(users.mainCharacterId, characters.id)),
      )
      .leftJoin(characterAffiliations, eq(characterAffiliations.characterId, characters.id))
      .leftJoin(corporation, eq(corporation.id, characterAffiliations.corporationId))
      .where(eq(characters.id, sql.placeholder("id"))),
);

/** What the search for pilots shows: mains. `text` is the id of a suggestion, or what was typed. */
export async function whoIsPilot(
  { context, actor, origin, words: { say } }: Asked,
  text: string,
): Promise<Reply> {
  requireNoGuest(actor);
  const id = /^\d{1,15}$/.test(text) ? Number(text) : await idOf(context, text);
  const [main] = await run(context.db, selectMain({ id: id ?? 0 }));
  if (main === undefined)
    return privately(say(msg`No main character named ${ph({ name: plain(text) })}.`));
  const { characterId, name, corporationName } = main;
  const lines = [bold(name), ...(corporationName === null ? [] : [plain(corporationName)])];
  return privately(lines.join("\n"), [
    linkRow(say(msg`Open in Muster`), `${origin}/character/${characterId}`),
  ]);
}

async function idOf({ db }: Context, name: string): Promise<number | undefined> {
  const hits = await findMains(db, name);
  const folded = fold(name);
  return hits.find(({ characterName }) => fold(characterName) === folded)?.characterId;
}

/** Suggestions while the user types a name. */
export async function suggestPilots({ context, actor }: Asked, text: string): Promise<Reply> {
  const hits = actor.isGuest || text === "" ? [] : await findMains(context.db, text);
  return {
    kind: "choices",
    choices: hits.map(({ characterId, characterName }) => ({
      name: characterName,
      value: String(characterId),
    })),
  };
}
