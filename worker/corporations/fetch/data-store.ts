import { and, count, eq, exists, inArray, isNotNull, ne, notExists, or, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { updateHealth } from "#worker/corporations/directors/store.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { foldTitles } from "#worker/db/folded-titles.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import {
  contracts,
  corporations,
  dataPages,
  journalEntries,
  killmails,
} from "#worker/db/schema/corporations.ts";
import { excluded, insertWhere, idsIn, orm, prepareWrite } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { EsiItems } from "#worker/esi/corporation-endpoints.ts";
import { applyList, countMembers } from "#worker/corporations/evidence/apply-lists.ts";
import { bringListForward } from "#worker/corporations/evidence/apply-notices.ts";
import type { PendingWrite } from "./fetch-run.ts";
import { confirmList } from "./list-store.ts";
import { publicColumns } from "./public-info.ts";
import type { PublicInfo } from "./public-info.ts";
import { getSource } from "./sources.ts";

/**
 * The statements of a write; of a counted one, the last changes a row for each item that is new or changed. `whole`: the lists that are
 * published in the same batch, whose pages need not be staged.
 */
export function toStatements(
  context: Context,
  corporationId: number,
  write: PendingWrite,
  whole: ReadonlySet<string>,
): Statement[] {
  switch (write.kind) {
    case "stage-page":
      return whole.has(write.source)
        ? [
            savePage(corporationId, write, false),
            // An invocation that was ended may have staged the page before.
            deleteStagedPage({ corporationId, source: write.source, page: write.page }),
          ]
        : [savePage(corporationId, write, true)];
    case "publish-pages":
      return [
        deleteReplaced({ corporationId, source: write.source, lastPage: write.lastPage }),
        publish({ corporationId, source: write.source }),
      ];
    case "confirm-list":
      return confirmList(corporationId, write);
    case "apply-roster":
      return applyList(corporationId, write.reading);
    case "drop-staged":
      return [dropStaged(corporationId, write.sources)];
    case "accumulate":
      return accumulate(corporationId, write);
    case "save-etag":
      return [upsertEtag({ corporationId, ...write })];
    case "save-public-info":
      return [
        followMemberCount(corporationId, write.info.memberCount),
        updatePublicInfo(corporationId, write.info),
      ];
    case "count-linked-members":
      return [countLinkedMembers({ corporationId }), countMembers(corporationId, Date.now())];
    case "save-director-health": {
      const { directorId: id, isHealthy, failureCount, problem } = write;
      const outcome = problem === null ? { problem } : { problem, failedAt: Date.now() };
      return [updateHealth({ id, isHealthy, failureCount }, outcome)];
    }
    case "record-unhealthy": {
      const { characterId, problem } = write;
      const event = { actor: "job", corporationId, characterId, detail: { problem } } as const;
      return [recordEvent(context, { kind: "director_unhealthy", ...event }).statement];
    }
  }
}

type Write<Kind extends PendingWrite["kind"]> = Extract<PendingWrite, { kind: Kind }>;

// ── Pages ─────────────────────────────────────────────────────────────────────────────────────

const staged = alias(dataPages, "staged");

const isPageOf = (source: string | SQL) =>
  and(sql`${dataPages.corporationId} = ${corporationId}`, sql`${dataPages.source} = ${source}`);

const PAGE_KEY = [dataPages.corporationId, dataPages.source, dataPages.isStaged, dataPages.page];

const given = (name: string) => sql`${sql.placeholder(name)}`;
const corporationId = given("corporationId");
const OF = isPageOf(given("source"));
const isStaged = eq(dataPages.isStaged, true);

function savePage(corporationId: number, write: Write<"stage-page">, isAside: boolean): Statement {
  const { source, page, etag, items } = write;
  const titlesFolded = source === "titles" ? foldTitles(items.json) : null;
  const content = { etag, itemCount: items.values.length, data: items.json, titlesFolded };
  return upsertPage({ corporationId, source, isStaged: Number(isAside), page, ...content });
}

const upsertPage = prepareWrite(() =>
  orm
    .insert(dataPages)
    .values({
      corporationId,
      source: given("source"),
      isStaged: given("isStaged"),
      page: given("page"),
      etag: given("etag"),
      itemCount: given("itemCount"),
      data: given("data"),
      titlesFolded: given("titlesFolded"),
    })
    .onConflictDoUpdate({
      target: PAGE_KEY,
      set: {
        etag: excluded(dataPages.etag),
        itemCount: excluded(dataPages.itemCount),
        data: excluded(dataPages.data),
        titlesFolded: excluded(dataPages.titlesFolded),
      },
    }),
);

const deleteStagedPage = prepareWrite(() =>
  orm.delete(dataPages).where(and(OF, isStaged, sql`${dataPages.page} = ${given("page")}`)),
);

const deleteReplaced = prepareWrite(() => {
  const replacing = orm
    .select({ page: staged.page })
    .from(staged)
    .where(
      and(
        sql`${staged.corporationId} = ${corporationId}`,
        sql`${staged.source} = ${given("source")}`,
        eq(staged.isStaged, true),
      ),
    );
  return orm
    .delete(dataPages)
    .where(
      and(
        OF,
        eq(dataPages.isStaged, false),
        or(sql`${dataPages.page} > ${given("lastPage")}`, inArray(dataPages.page, replacing)),
      ),
    );
});

const publish = prepareWrite(() =>
  orm.update(dataPages).set({ isStaged: false }).where(and(OF, isStaged)),
);

function dropStaged(corporationId: number, sources: string[]): Statement {
  return orm
    .delete(dataPages)
    .where(
      and(
        eq(dataPages.corporationId, corporationId),
        eq(dataPages.isStaged, true),
        sql`${dataPages.source} in ${idsIn(sources)}`,
      ),
    );
}

const upsertEtag = prepareWrite(() => {
  const content = { etag: given("etag"), itemCount: given("itemCount") };
  return orm
    .insert(dataPages)
    .values({
      corporationId,
      source: given("source"),
      isStaged: false,
      page: given("page"),
      ...content,
    })
    .onConflictDoUpdate({ target: PAGE_KEY, set: content });
});

/** How many of the members are linked; written if the number changes. */
const countLinkedMembers = prepareWrite(() => {
  const linked = orm
    .select({ n: count().as("n") })
    .from(dataPages)
    .innerJoin(sql`json_each(${dataPages.data}) j`, sql`true`)
    .innerJoin(characters, and(sql`${characters.id} = j.value`, isNotNull(characters.userId)))
    .where(and(isPageOf("members"), eq(dataPages.isStaged, false)))
    .as("linked");
  return orm
    .update(corporations)
    .set({ linkedMemberCount: sql`${linked.n}` })
    .from(linked)
    .where(
      and(sql`${corporations.id} = ${corporationId}`, ne(corporations.linkedMemberCount, linked.n)),
    );
});

// ── Public data ───────────────────────────────────────────────────────────────────────────────

/** Another public number than before: the list of members is read again. The number itself ends no membership. */
function followMemberCount(id: number, memberCount: number | null): Statement {
  const isOther = sql`exists (select 1 from ${corporations} where ${corporations.id} = ${id}
    and ${corporations.memberCount} <> ${memberCount})`;
  return bringListForward(id, isOther);
}

/** Writes nothing if nothing changes. */
function updatePublicInfo(id: number, info: PublicInfo): Statement {
  const { name, ticker, memberCount, ceoId, allianceId } = info;
  return orm
    .update(corporations)
    .set(publicColumns(info))
    .where(
      and(
        eq(corporations.id, id),
        or(
          ne(corporations.name, name),
          ne(corporations.ticker, ticker),
          sql`${corporations.memberCount} is not ${memberCount}`,
          sql`${corporations.ceoId} is not ${ceoId}`,
          sql`${corporations.allianceId} is not ${allianceId}`,
        ),
      ),
    );
}

// ── Lists that accumulate ─────────────────────────────────────────────────────────────────────

/** First counts the items that are new, then inserts them. */
function accumulate(corporationId: number, { source, items }: Write<"accumulate">): Statement[] {
  const { kind, division } = getSource(source);
  const values = { corporationId, items: items.json };
  switch (kind) {
    case "snapshot":
      throw new Error("A snapshot does not accumulate.");
    case "journal":
      return [
        countEntries({ corporationId, division, ids: idsOf(items, "id") }),
        insertEntries({ ...values, division }),
      ];
    case "contracts":
      return [
        countContracts({ corporationId, ids: idsOf(items, "contract_id") }),
        upsertContracts(values),
      ];
    case "killmails":
      return [
        countKillmails({ corporationId, ids: idsOf(items, "killmail_id") }),
        insertKillmails(values),
      ];
  }
}

const list = sql`json_each(${given("items")})`;

const countEntries = prepareCount("journalCount", () =>
  orm
    .select({ id: journalEntries.id })
    .from(journalEntries)
    .where(
      and(
        sql`${journalEntries.corporationId} = ${corporationId}`,
        sql`${journalEntries.division} = ${given("division")}`,
        sql`${journalEntries.id} = j.value`,
      ),
    ),
);

const insertEntries = prepareWrite(() =>
  orm
    .insert(journalEntries)
    .select(
      sql`select ${corporationId}, ${given("division")}, json_extract(value, '$.id'), value
        from ${list} where true`,
    )
    .onConflictDoNothing(),
);

const storedIn = (table: typeof contracts | typeof killmails) => () =>
  orm
    .select({ id: table.id })
    .from(table)
    .where(and(sql`${table.corporationId} = ${corporationId}`, sql`${table.id} = j.value`));

const countContracts = prepareCount("contractCount", storedIn(contracts));

/** Contracts change: the latest version of each is kept. */
const upsertContracts = prepareWrite(() =>
  orm
    .insert(contracts)
    .select(
      sql`select ${corporationId}, json_extract(value, '$.contract_id'), value
        from ${list} where true`,
    )
    .onConflictDoUpdate({
      target: [contracts.corporationId, contracts.id],
      set: { data: excluded(contracts.data) },
      setWhere: sql`${contracts.data} is not ${excluded(contracts.data)}`,
    }),
);

const countKillmails = prepareCount("killmailCount", storedIn(killmails));

const insertKillmails = prepareWrite(() =>
  insertWhere(
    killmails,
    {
      corporationId: sql`${corporationId}`,
      id: sql`json_extract(value, '$.killmail_id')`,
      hash: sql`json_extract(value, '$.killmail_hash')`,
    },
    sql`true`,
    list,
  ).onConflictDoNothing(),
);

function idsOf({ values }: EsiItems, name: string): string {
  const ids = values.flatMap((item) => (typeof item === "number" ? [] : [item[name]]));
  return JSON.stringify([...new Set(ids)]);
}

/** Adds the number of ids `j.value` that are not known. */
function prepareCount(
  counter: "journalCount" | "contractCount" | "killmailCount",
  known: () => SQLWrapper,
) {
  return prepareWrite(() => {
    const found = sql`from json_each(${given("ids")}) j where ${notExists(known())}`;
    return orm
      .update(corporations)
      .set({ [counter]: sql`${corporations[counter]} + (select count(*) ${found})` })
      .where(and(sql`${corporations.id} = ${corporationId}`, exists(sql`(select 1 ${found})`)));
  });
}
