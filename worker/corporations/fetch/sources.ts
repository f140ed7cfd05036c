import type { CorporationCategory } from "#shared/corporations.ts";
import type { Esi, EsiAnswer, EsiGrant } from "#worker/esi/client.ts";
import * as corporation from "#worker/esi/corporation-endpoints.ts";
import type { EsiItem } from "#worker/esi/corporation-endpoints.ts";
import type { Endpoint, PathParams } from "#worker/esi/endpoint.ts";
import { readPages, START } from "#worker/esi/pages.ts";
import type { PageCursor, PageSlice } from "#worker/esi/pages.ts";

/** The connections of one invocation. */
const PARALLEL_PAGES = 6;
const DIVISIONS = [1, 2, 3, 4, 5, 6, 7];

type ReadRequest = {
  corporationId: number;
  grant: EsiGrant;
  cursor: PageCursor | undefined;
  /** Pages to read at most. */
  limit: number;
  etagOf: (page: number) => string | null;
};

export type Items = (number | EsiItem)[];

/** A list of ESI that belongs to a category. */
export type Source = {
  /** Names it in the database. */
  key: string;
  category: CorporationCategory;
  scope: string;
  /** In-game roles of which one is needed; Director stands for every one. */
  roles: string[];
  /** A snapshot is replaced as a whole; the others accumulate by id. */
  kind: "snapshot" | "journal" | "contracts" | "killmails";
  /** Of a journal. */
  division: number;
  isPaged: boolean;
  read: (esi: Esi, request: ReadRequest) => Promise<PageSlice<Items>>;
};

type More = Partial<Pick<Source, "kind" | "division">> & { roles?: string[]; parallel?: number };

function source<Path extends string>(
  key: string,
  category: CorporationCategory,
  endpoint: Endpoint<Path, Items | object>,
  { roles = [], kind = "snapshot", division = 0 }: More,
): Omit<Source, "isPaged" | "read"> {
  return { key, category, scope: endpoint.scope ?? "", roles, kind, division };
}

function paged<Path extends string>(
  key: string,
  category: CorporationCategory,
  endpoint: Endpoint<Path, Items>,
  more: More = {},
): Source {
  const { parallel = PARALLEL_PAGES, division } = more;
  const read: Source["read"] = (esi, { corporationId, grant, cursor = START, limit, etagOf }) =>
    readPages(
      esi,
      endpoint,
      { params: paramsOf<Path>(corporationId, division), grant },
      { cursor, limit: Math.min(limit, parallel), etagOf },
    );
  return { ...source(key, category, endpoint, more), isPaged: true, read };
}

/** One answer, without pages. */
function whole<Path extends string, Answer extends Items | object>(
  key: string,
  category: CorporationCategory,
  endpoint: Endpoint<Path, Answer>,
  more: More = {},
): Source {
  const read: Source["read"] = async (esi, { corporationId, grant, etagOf }) => {
    const params = paramsOf<Path>(corporationId);
    const answer = await esi.request(endpoint, { params, grant, etag: etagOf(1) });
    const { lastModified, expiresAt } = answer;
    return {
      state: "read",
      answers: [{ page: 1, answer: asItems(answer) }],
      cursor: { nextPage: 2, pages: 1, lastModified },
      expiresAt,
    };
  };
  return { ...source(key, category, endpoint, more), isPaged: false, read };
}

function asItems(answer: EsiAnswer<Items | object>): EsiAnswer<Items> {
  if (answer.state === "unchanged") return answer;
  const { data } = answer;
  return { ...answer, data: Array.isArray(data) ? (data as Items) : [data as EsiItem] };
}

function paramsOf<Path extends string>(corporationId: number, division?: number) {
  return { corporation_id: corporationId, division } as unknown as PathParams<Path>;
}

const ACCOUNTANTS = ["Accountant", "Junior_Accountant"];
const DIRECTOR = ["Director"];

/** In the order in which a run reads them. The roles are those of CCP's document. */
export const SOURCES: Source[] = [
  whole("members", "core", corporation.getMembers),
  whole("tracking", "core", corporation.getMemberTracking, { roles: DIRECTOR }),
  whole("divisions", "financial", corporation.getDivisions, { roles: DIRECTOR }),
  whole("wallets", "financial", corporation.getWallets, { roles: ACCOUNTANTS }),
  ...DIVISIONS.map((division) =>
    paged(`journal:${division}`, "financial", corporation.getJournal, {
      kind: "journal",
      division,
      roles: ACCOUNTANTS,
    }),
  ),
  paged("assets", "assets", corporation.getCorporationAssets, { roles: DIRECTOR }),
  paged("structures", "assets", corporation.getStructures, { roles: ["Station_Manager"] }),
  paged("orders", "market", corporation.getOrders, { roles: ["Accountant", "Trader"] }),
  paged("contracts", "market", corporation.getContracts, { kind: "contracts" }),
  // Two calls at once could overdraw a bucket of thirty tokens.
  paged("killmails", "killmails", corporation.getRecentKillmails, {
    kind: "killmails",
    roles: DIRECTOR,
    parallel: 1,
  }),
];

export function sourcesOf(category: CorporationCategory): Source[] {
  return SOURCES.filter((source) => source.category === category);
}
