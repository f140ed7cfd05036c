import * as z from "zod/mini";
import { withoutMarkup } from "#worker/esi/markup.ts";
import { addDiscord, emptyCommunity } from "#worker/ops/move-in/plan/community.ts";
import type { MovedCommunity, Link } from "#worker/ops/move-in/plan/community.ts";
import type { grantReader } from "#worker/ops/move-in/plan/grants.ts";
import {
  eveIdColumn,
  flagColumn,
  handler,
  idColumn,
  listColumn,
  ownerHashColumn,
  readRows,
  textColumn,
} from "#worker/ops/move-in/read/rows.ts";
import type { Handlers, Report } from "#worker/ops/move-in/read/rows.ts";
import { readTableRows } from "#worker/ops/move-in/read/table-rows.ts";
import { emptyHrTables, hrHandlers, readHr } from "./seat-hr.ts";

// The columns that Muster reads of SeAT 5 and seat-connector 3.

const userSchema = z.object({
  id: idColumn,
  name: z.string(),
  active: z._default(flagColumn, true),
  main_character_id: z._default(z.nullable(idColumn), null),
});
const tokenSchema = z.object({
  character_id: eveIdColumn,
  user_id: idColumn,
  version: z.pipe(z._default(z.union([z.int(), z.string()]), 2), z.transform(Number)),
  refresh_token: textColumn,
  token: textColumn,
  scopes: listColumn,
  character_owner_hash: ownerHashColumn,
  deleted_at: textColumn,
});
const characterSchema = z.object({ character_id: eveIdColumn, name: z.string() });
const squadSchema = z.object({
  id: idColumn,
  name: z.string(),
  description: textColumn,
  type: z.enum(["manual", "auto", "hidden"]),
  is_classified: flagColumn,
});
type Squad = z.output<typeof squadSchema>;
const squadUserSchema = z.object({ squad_id: idColumn, user_id: idColumn });
const applicationSchema = z.extend(squadUserSchema, { message: textColumn });
const connectorSchema = z.object({
  connector_type: z.string(),
  connector_id: z.pipe(z.union([z.int(), z.string()]), z.transform(String)),
  connector_name: textColumn,
  user_id: idColumn,
});

const REQUIRED = ["users", "refresh_tokens", "character_infos"];

/** Version 1 of EVE's sign-in has ended: its refresh tokens are dead. */
const SSO_VERSION = 2;

/** Reads an export of SeAT 5 (`docs/moving-in.md`). Throws an `ExportError`. */
export async function readSeat(
  chunks: AsyncIterable<string>,
  grants: ReturnType<typeof grantReader>,
  report: Report,
): Promise<MovedCommunity> {
  const community = emptyCommunity();
  const names = new Map<number, string>();
  const hr = emptyHrTables();
  const squads = new Map<string, Squad & { place: string }>();
  const handlers: Handlers = {
    ...handlersFor(community, grants, report),
    ...hrHandlers(hr),
    character_infos: handler(characterSchema, ({ character_id, name }) => {
      names.set(character_id, name);
    }),
    squads: handler(squadSchema, (squad, place) => {
      squads.set(squad.id, { ...squad, place });
    }),
  };
  await readRows(readTableRows(chunks), handlers, REQUIRED, report);
  grants.finish();
  for (const character of community.characters) character.name = names.get(character.id) ?? "";
  readSquads(community, squads, report);
  readHr(hr, community, report);
  return community;
}

function handlersFor(
  community: MovedCommunity,
  grants: ReturnType<typeof grantReader>,
  report: Report,
): Handlers {
  const link = (links: Link[]) =>
    handler(squadUserSchema, ({ squad_id: group, user_id: user }, place) => {
      links.push({ group, user, place });
    });
  return {
    users: handler(userSchema, ({ id, name, active, main_character_id: main }, place) => {
      const mainCharacterId = main === null || main === "0" ? null : Number(main);
      community.users.set(id, { name, isActive: active, mainCharacterId, place });
    }),
    refresh_tokens: handler(tokenSchema, async (row, place) => {
      const { character_id: id, user_id: user, character_owner_hash, deleted_at, version } = row;
      const ownerHash = character_owner_hash || (grants.ownerOf(row.token) ?? null);
      community.characters.push({ id, name: "", user, ownerHash, place });
      // A deleted row is kept for the link.
      const ended =
        deleted_at !== null
          ? `SeAT deleted it on ${deleted_at}.`
          : version < SSO_VERSION
            ? `It is of version ${version} of EVE's sign-in, which has ended.`
            : undefined;
      const grant = await grants.read({
        characterId: id,
        user,
        refreshToken: row.refresh_token,
        accessToken: row.token,
        ownerHash,
        scopes: row.scopes,
        issuedAt: undefined,
        place,
        ended,
      });
      if (grant !== undefined) community.grants.push(grant);
    }),
    squad_member: link(community.members),
    squad_moderator: link(community.leaders),
    squad_applications: handler(
      applicationSchema,
      ({ squad_id: group, user_id: user, message }, place) => {
        community.requests.push({ group, user, reason: message, place });
      },
    ),
    seat_connector_users: handler(connectorSchema, (row, place) => {
      const { connector_type: type, connector_id: discordId, user_id: user } = row;
      const username = row.connector_name ?? "";
      if (type === "discord") addDiscord(community, { user, discordId, username, place }, report);
    }),
  };
}

function readSquads(
  { groups, leaders }: MovedCommunity,
  squads: Map<string, Squad & { place: string }>,
  report: Report,
) {
  const moderated = new Set(leaders.map(({ group }) => group));
  for (const [id, { name, description, type, is_classified, place }] of squads) {
    groups.set(id, {
      name,
      description: description && withoutTags(description),
      visibility: type === "auto" ? "system" : type === "hidden" ? "hidden" : "public",
      joinMode: type !== "manual" ? "invitation_only" : moderated.has(id) ? "approval" : "open",
      place,
    });
    const note = (reason: string) =>
      report.push({ outcome: "note", what: "squad", name, place, reason });
    if (type === "auto") note("Its filters do not move: add requirements to the group by hand.");
    if (is_classified) note("Classified: in Muster, everybody who sees a group sees its members.");
  }
}

/** SeAT keeps descriptions as HTML. */
function withoutTags(html: string): string {
  return withoutMarkup(html.replaceAll(/<br\s*\/?>|<\/p>/gi, "\n"));
}
