import type { CorporationCategory } from "#shared/corporations/corporations.ts";
import type { DirectorList } from "#worker/db/schema/evidence.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import * as corporation from "#worker/esi/corporation-endpoints.ts";
import type { EsiItems } from "#worker/esi/corporation-endpoints.ts";
import type { Endpoint, PathParams } from "#worker/esi/endpoint.ts";
import { readPages, START } from "#worker/esi/read-pages.ts";
import type { PageCursor, PageSlice } from "#worker/esi/read-pages.ts";
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
};

export type Slice = PageSlice<EsiItems>;

/** A list of ESI that belongs to a category. */
export type Source = {
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
  /** What else the list is stored as. An empty list of members is a mistake of EVE; contacts may be none. */
  evidence?: { list: DirectorList; of: "corporation" | "alliance" };
  /** A list of the members for the roster. An empty one is a mistake of EVE as well. */
  roster?: MemberReading["list"];
  read: (esi: Esi, request: ReadRequest) => Promise<Slice>;
};

type ListPath = `/corporations/{corporation_id}${string}` | `/alliances/{alliance_id}${string}`;

type More = Partial<Pick<Source, "key" | "kind" | "division" | "evidence" | "roster">> & {
  parallel?: number;
};

function source(
  feature: DirectorFeature,
  category: CorporationCategory,
  { scope = "" }: { scope?: string },
  { key = feature, kind = "snapshot", division = 0, evidence, roster }: More,
): Omit<Source, "isPaged" | "read"> {
  const uses = { ...(evidence && { evidence }), ...(roster && { roster }) };
  return { key, category, feature, scope, kind, division, ...uses };
}

function paged(
  feature: DirectorFeature,
  category: CorporationCategory,
  endpoint: Endpoint<ListPath, EsiItems>,
  more: More = {},
): Source {
  const { parallel = PARALLEL_PAGES, division } = more;
  const read: Source["read"] = (esi, { grant, cursor = START, limit, etagOf, ...owner }) =>
    readPages(
      esi,
      endpoint,
      { params: paramsOf(owner, division), grant },
      { cursor, limit: Math.min(limit, parallel), etagOf },
    );
  return { ...source(feature, category, endpoint, more), isPaged: true, read };
}

/** One answer, without pages. */
function whole(
  feature: DirectorFeature,
  category: CorporationCategory,
  endpoint: Endpoint<ListPath, EsiItems>,
  more: More = {},
): Source {
  const read: Source["read"] = async (esi, { grant, etagOf, ...owner }) => {
    const params = paramsOf(owner);
    const answer = await esi.request(endpoint, { params, grant, etag: etagOf(1) });
    const { lastModified, expiresAt } = answer;
    return {
      state: "read",
      answers: [{ page: 1, answer }],
      cursor: { nextPage: 2, pages: 1, lastModified },
      expiresAt,
    };
  };
  return { ...source(feature, category, endpoint, more), isPaged: false, read };
}

function paramsOf(
  { corporationId, allianceId }: Pick<ReadRequest, "corporationId" | "allianceId">,
  division = 0,
): PathParams<ListPath> {
  return { corporation_id: corporationId, alliance_id: allianceId ?? 0, division };
}

/** In the order in which a run reads them. */
export const SOURCES: Source[] = [
  whole("members", "core", corporation.getMembers, { roster: "members" }),
  whole("tracking", "core", corporation.getMemberTracking, { roster: "tracking" }),
  whole("divisions", "financial", corporation.getDivisions),
  whole("wallets", "financial", corporation.getWallets),
  ...DIVISIONS.map((division) =>
    paged("journal", "financial", corporation.getJournal, {
      key: `journal:${division}`,
      kind: "journal",
      division,
    }),
  ),
  paged("assets", "assets", corporation.getCorporationAssets),
  paged("structures", "assets", corporation.getStructures),
  paged("orders", "market", corporation.getOrders),
  paged("contracts", "market", corporation.getContracts, { kind: "contracts" }),
  // Two calls at once could overdraw a bucket of thirty tokens.
  paged("killmails", "killmails", corporation.getRecentKillmails, {
    kind: "killmails",
    parallel: 1,
  }),
  whole("roles", "requirements", corporation.getMemberRoles, {
    evidence: { list: "roles", of: "corporation" },
  }),
  paged("rolesHistory", "requirements", corporation.getRolesHistory),
  whole("titles", "requirements", corporation.getTitles),
  whole("titles", "requirements", corporation.getMemberTitles, {
    key: "memberTitles",
    evidence: { list: "titles", of: "corporation" },
  }),
  paged("contacts", "requirements", corporation.getContacts, {
    evidence: { list: "contacts", of: "corporation" },
  }),
  paged("allianceContacts", "requirements", corporation.getAllianceContacts, {
    evidence: { list: "contacts", of: "alliance" },
  }),
];

export function sourcesOf(category: CorporationCategory): Source[] {
  return SOURCES.filter((source) => source.category === category);
}

/** Whether an alliance's list is read. */
export function isOfAlliance(key: string): boolean {
  return SOURCES.some((source) => source.key === key && source.evidence?.of === "alliance");
}

export function getSource(key: string): Source {
  const found = SOURCES.find((source) => source.key === key);
  if (found === undefined) throw new Error(`There is no source ${key}.`);
  return found;
}
