import * as z from "zod/mini";
import { Trans, ph, t, plural } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readStoredJson, writeStored } from "#web/lib/storage.ts";
import type {
  RosterDriftItem,
  RosterDrift,
  DriftCause,
  DriftPerson,
} from "#shared/corporations/roster.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { nameOf } from "./member-name.tsx";
import { rosterDriftQuery } from "./queries.ts";
import { inSuccession, enumerated } from "#web/lib/sentence.ts";
import { roleName } from "#web/language/eve-names.ts";
import { eveTime, formatDate } from "#web/lib/time.ts";

const ICONS: Record<RosterDriftItem["kind"], IconName> = {
  roles: "shield",
  kick_waits: "clock",
  title: "star",
  access_list: "lock",
};

const SHOWN_AT_FIRST = 10;

/** What members and former members still have in game, and what to do about it there. */
export function DriftList({ corporationId }: { corporationId: number }) {
  const { data, isPending, refetch } = useQuery(rosterDriftQuery(corporationId));
  const readAt = [data?.rolesReadAt, data?.listsReadAt].find((at) => at != null);
  // Nothing was ever read: the settings say how to begin.
  if (data && readAt === undefined && data.items.length === 0) return null;
  return (
    <section aria-labelledby="roster-drift" className="border-t border-line-faint">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line-faint px-4 py-2">
        <h2 id="roster-drift" className="text-lg">
          {t`In-game drift`}
        </h2>
        {readAt !== undefined && (
          <span className="text-sm text-text-2">
            <Trans>
              Read <RelativeTime at={readAt} />
            </Trans>
          </span>
        )}
      </header>
      {isPending ? (
        <RowsSkeleton label={t`Loading the in-game drift`} rows={3} />
      ) : data ? (
        <Items corporationId={corporationId} drift={data} />
      ) : (
        <LoadFailed title={t`The in-game drift could not be loaded`} onRetry={refetch} />
      )}
    </section>
  );
}

function Items({ corporationId, drift }: { corporationId: number; drift: RosterDrift }) {
  const [done, setDone] = useState(() => readDone(corporationId));
  const [isLong, setIsLong] = useState(false);
  // A later reading that still has the item disagrees.
  const open = drift.items.filter((item) => done[driftKey(item)] !== readingOf(item, drift));
  if (open.length === 0) {
    return (
      <p className="p-4 text-text-2">
        <Trans>
          No member without a working account here has a title or a high-risk role, and no former
          member is on an access list that Muster reads.
        </Trans>
      </p>
    );
  }
  const finish = (item: RosterDriftItem) => {
    const next = { ...done, [driftKey(item)]: readingOf(item, drift) };
    writeStored("local", keyOf(corporationId), JSON.stringify(next));
    setDone(next);
  };
  const shown = isLong ? open : open.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul>
        {shown.map((item) => (
          <Item key={driftKey(item)} item={item} onDone={() => finish(item)} />
        ))}
      </ul>
      {shown.length < open.length && (
        <div className="border-t border-line-faint p-4">
          <Button
            size="sm"
            onClick={() => setIsLong(true)}
          >{t`Show all ${ph({ count: open.length })}`}</Button>
        </div>
      )}
    </>
  );
}

function Item({ item, onDone }: { item: RosterDriftItem; onDone: () => void }) {
  const { title, fact, toDo } = driftText(item);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-t border-line-faint p-4 first:border-t-0 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className={item.kind === "roles" ? "pt-1 text-danger" : "pt-1 text-warn"}>
        <Icon name={ICONS[item.kind]} />
      </span>
      <div className="min-w-0">
        <h3 dir="auto" className="font-ui text-md font-medium tracking-normal wrap-anywhere">
          {title}
        </h3>
        <p dir="auto" className="text-sm wrap-anywhere text-text-2">
          {fact}
        </p>
        <p dir="auto" className="text-sm wrap-anywhere text-text-2">
          <span className="text-text-2">{t`In game:`}</span> {toDo}
        </p>
      </div>
      <div className="flex items-start gap-2 max-md:col-start-2 max-md:mt-2">
        {"people" in item && item.people.length > 1 && (
          <CopyButton text={item.people.map(nameOf).join("\n")} what={t`the names`} />
        )}
        <Button size="sm" onClick={onDone}>
          <Trans>
            Done
            <VisuallyHidden> with: {title}</VisuallyHidden>
          </Trans>
        </Button>
      </div>
    </li>
  );
}

// ── What was done, in this browser ────────────────────────────────────────────────────────────

/** The reading of the time, by item. */
type Done = Record<string, string | null | undefined>;

const doneSchema = z.record(z.string(), z.nullable(z.string()));
const keyOf = (corporationId: number) => `muster.drift.${corporationId}`;

const readDone = (corporationId: number): Done =>
  doneSchema.safeParse(readStoredJson("local", keyOf(corporationId), {})).data ?? {};

/** The names that fit into a line, and how many more there are. */
const MOST_NAMES = 8;

type DriftText = { title: string; fact: string; toDo: string };

/** What is wrong, what EVE says about it, and the path in game. */
function driftText(item: RosterDriftItem): DriftText {
  switch (item.kind) {
    case "roles": {
      const name = nameOf(item.person);
      const roles = inWords(item.roles.map(roleName));
      return {
        title: rolesTitle(name, roles, item.cause),
        fact: grantText(item),
        toDo: t`Corporation, Members, Roles: remove ${roles}, or ask ${name} to sign in here. EVE lets you kick a member 24 hours after the last role was removed.`,
      };
    }
    case "kick_waits": {
      const name = nameOf(item.person);
      return {
        title: t`${name} can be kicked from ${ph({ time: eveTime(item.until) })}`,
        fact: kickText(name, item.cause),
        toDo: t`Corporation, Members: kick after that time, or leave it if all is well again.`,
      };
    }
    case "title":
      return {
        title: titleText(item.count, item.title),
        fact: namesText(item.people, item.count),
        toDo: t`Corporation, Titles: remove “${ph({ title: item.title })}”, or ask them to sign in here.`,
      };
    case "access_list":
      return {
        title: listText(item.count, item.name),
        fact: inSuccession([namesText(item.people, item.count), leftText(item), limitText(item)]),
        toDo: removalText(item.count, item.name),
      };
  }
}

function rolesTitle(name: string, roles: string, cause: DriftCause): string {
  switch (cause) {
    case "missing":
      return t`${name} has ${roles} and is not registered`;
    case "lost":
      return t`${name} has ${roles} and has lost the authorization`;
    case "former":
      return t`${name} has ${roles} and no longer belongs to the community`;
  }
}

function kickText(name: string, cause: DriftCause): string {
  switch (cause) {
    case "missing":
      return t`All roles were removed, and ${name} is not registered. Until the kick, EVE lists the member, and Muster ends no membership.`;
    case "lost":
      return t`All roles were removed, and ${name} has lost the authorization. Until the kick, EVE lists the member, and Muster ends no membership.`;
    case "former":
      return t`All roles were removed, and ${name} no longer belongs to the community. Until the kick, EVE lists the member, and Muster ends no membership.`;
  }
}

function titleText(count: number, title: string): string {
  return plural(count, {
    one: `# member without a working account here has the title “${title}”`,
    other: `# members without a working account here have the title “${title}”`,
  });
}

function listText(count: number, list: string): string {
  return plural(count, {
    one: `# former member is still on the access list “${list}”`,
    other: `# former members are still on the access list “${list}”`,
  });
}

function removalText(count: number, list: string): string {
  return plural(count, {
    one: `Structures, Access lists, ${list}: remove the character.`,
    other: `Structures, Access lists, ${list}: remove the # characters.`,
  });
}

function grantText({ granted, lastOnlineAt }: Extract<RosterDriftItem, { kind: "roles" }>): string {
  const since =
    granted === null
      ? t`Given more than a month ago, or the history of roles is not read: it is not known by whom.`
      : t`Given on ${ph({ day: formatDate(granted.at) })} by ${ph({ name: nameOf(granted.by) })}.`;
  return lastOnlineAt === null
    ? since
    : inSuccession([since, t`Last in game on ${ph({ day: formatDate(lastOnlineAt) })}.`]);
}

function leftText({ people }: Extract<RosterDriftItem, { kind: "access_list" }>): string {
  const [latest, first] = [people[0], people.at(-1)];
  if (latest === undefined || first === undefined) return "";
  const [from, to] = [formatDate(first.leftAt), formatDate(latest.leftAt)];
  return from === to ? t`Left on ${to}.` : t`Left between ${from} and ${to}.`;
}

function limitText(item: Extract<RosterDriftItem, { kind: "access_list" }>): string {
  if (item.allowsEveryone) {
    return t`The list admits everyone who is not blocked: removing names changes nothing.`;
  }
  return item.isWide
    ? t`The list also admits whole corporations or alliances, and they may be in one now.`
    : "";
}

function namesText(people: readonly DriftPerson[], count: number): string {
  const shown = people.slice(0, MOST_NAMES).map(nameOf);
  const more = count - shown.length;
  return more > 0
    ? t`${ph({ names: enumerated(shown) })} and ${more} more.`
    : t`${ph({ names: inWords(shown) })}.`;
}

/** "A, B and C" */
function inWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : t`${ph({ list: enumerated(parts.slice(0, -1)) })} and ${last}`;
}

/** What an item is about, for as long as it is the same. */
function driftKey(item: RosterDriftItem): string {
  switch (item.kind) {
    case "roles":
    case "kick_waits":
      return `${item.kind}:${item.person.characterId}`;
    case "title":
      return `title:${item.titleId}`;
    case "access_list":
      return `list:${item.listId}`;
  }
}

/** When EVE was last asked for what an item says. */
function readingOf(item: RosterDriftItem, drift: RosterDrift): string | null {
  switch (item.kind) {
    case "roles":
    case "kick_waits":
      return drift.rolesReadAt;
    case "title":
      return drift.titlesReadAt;
    case "access_list":
      return drift.listsReadAt;
  }
}
