import { english } from "#shared/english.ts";
import type { CorporationCategory } from "#shared/corporations/corporations.ts";
import type { PageCursor } from "#worker/db/schema/esi.ts";
import type { DirectorList } from "#worker/db/schema/evidence.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import * as corporation from "#worker/esi/corporation-endpoints.ts";
import type { EsiItems } from "#worker/esi/corporation-endpoints.ts";
import type { Endpoint, PathParams } from "#worker/esi/endpoint.ts";
import { readPages, START } from "#worker/esi/read-pages.ts";
import type { PageSlice } from "#worker/esi/read-pages.ts";
import type { DirectorFeature } from "#worker/esi/scopes.ts";
import type { MemberReading } from "#worker/corporations/evidence/apply-lists.ts";

/** Cloudflare gives an invocation six connections. */
const PARALLEL_PAGES = 6;
const DIVISIONS = [1, 2, 3, 4, 5, 6, 7];

type ReadRequest = {
  corporationId: number;
  /** The alliance of the corporation; null if it has none. */
  allianceId: number | null;
  grant: EsiGrant;
  cursor: PageCursor | undefined;
  /** Pages to read at most. */
  limit: number;
  etagOf: (page: number) => string | null;
  /** How many pages the stored list has; 0 if it is not known. */
  knownPages: number;
};

export type Slice = PageSlice<EsiItems>;

/** A list of ESI that belongs to a category. */
export type ListSource = {
  /** Its name in the database. */
  key: string;
  category: CorporationCategory;
  /** The part of director access that it needs. */
  feature: DirectorFeature;
  scope: string;
  /** A snapshot is replaced as a whole; the others accumulate by id. */
  kind: "snapshot" | "journal" | "contracts" | "killmails";
  /** The wallet division of a journal. */
  division: number;
  isPaged: boolean;
  /** What is said if it alone could not be read. */
  unread: string;
  /** What else the list is stored as. An empty list of members is a mistake of EVE; contacts may be none. */
  evidence?: { list: DirectorList; of: "corporation" | "alliance" };
  /** A list of the members for the roster. An empty one is a mistake of EVE as well. */
  roster?: MemberReading["list"];
  read: (esi: Esi, request: ReadRequest) => Promise<Slice>;
};

type ListPath = `/corporations/{corporation_id}${string}` | `/alliances/{alliance_id}${string}`;

type More = Pick<ListSource, "unread"> &
  Partial<Pick<ListSource, "key" | "kind" | "division" | "evidence" | "roster">> & {
    parallel?: number;
  };

function source(
  feature: DirectorFeature,
  category: CorporationCategory,
  endpoint: Endpoint<ListPath, EsiItems>,
  more: More,
): ListSource {
  const { key = feature, kind = "snapshot", division = 0, unread, evidence, roster } = more;
  const { scope = "", isPaged = false } = endpoint;
  const uses = { ...(evidence && { evidence }), ...(roster && { roster }) };
  const read = isPaged ? readPaged(endpoint, kind, division, more.parallel) : readWhole(endpoint);
  return { key, category, feature, scope, kind, division, isPaged, unread, ...uses, read };
}

function readPaged(
  endpoint: Endpoint<ListPath, EsiItems>,
  kind: ListSource["kind"],
  division: number,
  parallel = PARALLEL_PAGES,
): ListSource["read"] {
  return (esi, { grant, cursor = START, limit, etagOf, knownPages, ...owner }) =>
    readPages(
      esi,
      endpoint,
      { params: paramsOf(owner, division), grant },
      {
        cursor,
        limit: Math.min(limit, parallel),
        etagOf,
        knownPages,
        accumulates: kind !== "snapshot",
      },
    );
}

/** One answer, without pages. */
function readWhole(endpoint: Endpoint<ListPath, EsiItems>): ListSource["read"] {
  return async (esi, { grant, etagOf, ...owner }) => {
    const params = paramsOf(owner);
    const answer = await esi.request(endpoint, { params, grant, etag: etagOf(1) });
    const { lastModified, expiresAt, asOf } = answer;
    return {
      state: "read",
      answers: [{ page: 1, answer }],
      cursor: { nextPage: 2, pages: 1, lastModified, asOf },
      expiresAt,
      asOf,
    };
  };
}

function paramsOf(
  { corporationId, allianceId }: Pick<ReadRequest, "corporationId" | "allianceId">,
  division = 0,
): PathParams<ListPath> {
  return { corporation_id: corporationId, alliance_id: allianceId ?? 0, division };
}

/** In the order in which a run reads them. */
export const SOURCES: ListSource[] = [
  source("members", "core", corporation.getMembers, {
    unread: english`The list of members could not be read.`,
    roster: "members",
  }),
  source("tracking", "core", corporation.getMemberTracking, {
    unread: english`The times when members were last online could not be read.`,
    roster: "tracking",
  }),
  source("divisions", "financial", corporation.getDivisions, {
    unread: english`The names of the divisions could not be read.`,
  }),
  source("wallets", "financial", corporation.getWallets, {
    unread: english`The balances of the wallets could not be read.`,
  }),
  ...DIVISIONS.map((division) =>
    source("journal", "financial", corporation.getJournal, {
      key: `journal:${division}`,
      unread: english`The journal of wallet division ${division} could not be read.`,
      kind: "journal",
      division,
    }),
  ),
  source("assets", "assets", corporation.getCorporationAssets, {
    unread: english`The assets could not be read.`,
  }),
  source("structures", "assets", corporation.getStructures, {
    unread: english`The structures could not be read.`,
  }),
  source("orders", "market", corporation.getOrders, {
    unread: english`The orders could not be read.`,
  }),
  source("contracts", "market", corporation.getContracts, {
    unread: english`The contracts could not be read.`,
    kind: "contracts",
  }),
  // Two calls at once could overdraw a bucket of thirty tokens.
  source("killmails", "killmails", corporation.getRecentKillmails, {
    unread: english`The killmails could not be read.`,
    kind: "killmails",
    parallel: 1,
  }),
  source("roles", "requirements", corporation.getMemberRoles, {
    unread: english`The roles of members could not be read.`,
    evidence: { list: "roles", of: "corporation" },
  }),
  source("rolesHistory", "requirements", corporation.getRolesHistory, {
    unread: english`The history of roles could not be read.`,
  }),
  source("titles", "requirements", corporation.getTitles, {
    unread: english`The names of titles could not be read.`,
  }),
  source("titles", "requirements", corporation.getMemberTitles, {
    unread: english`The titles of members could not be read.`,
    key: "memberTitles",
    evidence: { list: "titles", of: "corporation" },
  }),
  source("contacts", "requirements", corporation.getContacts, {
    unread: english`The contacts of the corporation could not be read.`,
    evidence: { list: "contacts", of: "corporation" },
  }),
  source("allianceContacts", "requirements", corporation.getAllianceContacts, {
    unread: english`The contacts of the alliance could not be read.`,
    evidence: { list: "contacts", of: "alliance" },
  }),
];

export function sourcesOf(category: CorporationCategory): ListSource[] {
  return SOURCES.filter((source) => source.category === category);
}

/** Whether an alliance's list is read. */
export function isOfAlliance(key: string): boolean {
  return SOURCES.some((source) => source.key === key && source.evidence?.of === "alliance");
}

/** The sentence that the list could not be read; none for one that is no longer read. */
export function unreadText(key: string): string[] {
  return SOURCES.filter((source) => source.key === key).map(({ unread }) => unread);
}

export function getSource(key: string): ListSource {
  const found = SOURCES.find((source) => source.key === key);
  if (found === undefined) throw new Error(`There is no source ${key}.`);
  return found;
}
