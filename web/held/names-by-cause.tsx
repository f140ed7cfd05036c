import { Trans, ph, plural, t, msg } from "#web/language/macros.ts";
import { useState } from "react";
import type { CSSProperties } from "react";
import type { HeldDetail, HeldUser } from "#shared/requirements/held.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { formatInteger } from "#web/lib/format.ts";
import { userName } from "#web/lib/labels.ts";
import {
  enumerated,
  capitalized,
  listed,
  sentence,
  inSuccession,
  textOf,
} from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { saveCsv } from "#web/lib/save-file.ts";
import { serverNow } from "#web/lib/clock.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sentence } from "#web/ui/text.tsx";
import "#web/repairs/requirements.css";
import { fold } from "#shared/fold.ts";
import type { Cause } from "#shared/requirements/cause.ts";
import { formerUser } from "./held-summary.tsx";
import { conditionText, isOnCharacter, predicate } from "#web/requirements-text/condition-text.ts";
import { eveName } from "#web/requirements-text/names.ts";
import { CSV_MARK, toCsvLine } from "#shared/csv.ts";
import { causeText } from "#web/requirements-text/cause-text.ts";

/** How many names of a cause are shown at a time. */
const NAMES_STEP = 50;

/** Who would be removed, by cause, the largest first. */
export function NamesByCause({ held: { users, groupName, trigger } }: { held: HeldDetail }) {
  const [search, setSearch] = useState("");
  const found = filterByName(users, search);
  const groups = groupByCause(found, trigger);
  const exportCsv = () => saveCsv(heldCsv(users, serverNow()), "held", groupName);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint bg-surface-2 px-4 py-2.5">
        <h3 className="max-sm:basis-full font-ui text-md font-medium tracking-normal">
          {t`${plural({ nameCount: users.length }, { one: "# name", other: "# names" })}, ${plural({ causeCount: groupByCause(users).length }, { one: "# cause", other: "# causes" })}`}
        </h3>
        <div className="ml-auto flex flex-1 flex-wrap items-center justify-end gap-2">
          <TextField
            type="search"
            label={t`Find a name`}
            isLabelHidden
            placeholder={t`Find a name`}
            autoComplete="off"
            value={search}
            className="max-w-56 flex-1 basis-40"
            onChange={({ target }) => setSearch(target.value)}
          />
          <Button icon={<Icon name="download" />} onClick={exportCsv}>
            <Trans>CSV</Trans>
          </Button>
        </div>
      </div>
      <output className="sr-only">
        {search !== "" &&
          plural({ count: found.length }, { one: "# name found", other: "# names found" })}
      </output>
      {found.length === 0 && (
        <p className="px-4 py-3 text-text-2">
          <Trans>No name matches “{search}”.</Trans>
        </p>
      )}
      {groups.map((group, index) => (
        <Cause
          key={group.key}
          group={group}
          total={users.length}
          isOpen={index === 0 || search !== ""}
        />
      ))}
    </>
  );
}

type CauseProps = { group: CauseGroup; total: number; isOpen: boolean };

function Cause({ group: { title, users }, total, isOpen }: CauseProps) {
  const [shown, setShown] = useState(NAMES_STEP);
  const share: CSSProperties & Record<"--share", number> = {
    "--share": users.length / Math.max(1, total),
  };
  const rest = users.length - shown;
  return (
    <details className="disclosure border-t border-line-faint" open={isOpen}>
      <summary className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 px-4 py-2 md:grid-cols-[minmax(0,1fr)_7.5rem_5.5rem_auto]">
        <span className="wrap-anywhere">
          <Sentence pieces={title} />
        </span>
        <span aria-hidden="true" className="part-bar max-md:hidden" style={share} />
        <span className="text-end font-medium whitespace-nowrap tabular-nums">
          {plural({ count: users.length }, { one: "# person", other: "# people" })}
        </span>
        <span className="disclosure-chevron text-text-2">
          <Icon name="chevron" size={12} />
        </span>
      </summary>
      <div className="px-4 pb-4">
        <ul className="grid gap-x-4 gap-y-1 text-sm md:grid-cols-3">
          {users.slice(0, shown).map((user) => (
            <Name key={user.userId} user={user} />
          ))}
        </ul>
        {rest > 0 && (
          <Button size="sm" className="mt-2" onClick={() => setShown(shown + NAMES_STEP)}>
            <Trans>
              Show {ph({ rest: Math.min(rest, NAMES_STEP) })} more of{" "}
              {ph({ count: formatInteger(users.length) })}
            </Trans>
          </Button>
        )}
      </div>
    </details>
  );
}

function Name({
  user: { mainCharacterName, mainCharacterId, ticker, causes },
}: {
  user: HeldUser;
}) {
  const character = causes[0]?.character;
  const isAlt = character != null && character.characterId !== mainCharacterId;
  const more = causes.length - 1;
  const notes = [
    isAlt ? t`alt ${ph({ characterName: character.characterName })}` : character != null && t`main`,
    more > 0 && plural(more, { one: "and # more reason", other: "and # more reasons" }),
  ].filter((note) => note !== false);
  return (
    <li>
      <PilotName characterId={mainCharacterId} name={mainCharacterName} ticker={ticker} size={24}>
        {notes.length > 0 && enumerated(notes)}
      </PilotName>
    </li>
  );
}

type Asked = Extract<HeldDetail["trigger"], { kind: "asked" }>;
type CauseGroup = { key: string; title: Piece[]; users: HeldUser[] };

/** The users by their first cause, the largest group first. */
export function groupByCause(
  users: readonly HeldUser[],
  trigger?: HeldDetail["trigger"],
): CauseGroup[] {
  const groups = Map.groupBy(users, ({ causes: [cause] }) => keyOf(cause));
  const asked = trigger?.kind === "asked" ? askedTitle(trigger) : undefined;
  return [...groups]
    .map(([key, users]) => ({ key, title: asked ?? titleOf(users[0]?.causes[0]), users }))
    .toSorted((a, b) => b.users.length - a.users.length);
}

function askedTitle({ actorName, isReview }: Asked): Piece[] {
  const by = { name: actorName ?? formerUser() };
  return sentence(isReview ? msg`Reviewed for ${by}` : msg`Asked for by ${by}`);
}

function keyOf(cause: Cause | undefined): string {
  if (cause === undefined) return "";
  const { condition, isNegated, which, reading } = cause;
  const { fact } = reading;
  const corporationId = fact?.type === "affiliation" ? fact.corporationId : null;
  return JSON.stringify([condition, isNegated, which, corporationId]);
}

/** "Not in Null Concord: Perkone Holdings", "Discord is not linked", "A character does not have a valid authorization". */
function titleOf(cause: Cause | undefined): Piece[] {
  if (cause === undefined) return [t`No character to check`];
  const { condition, isNegated, which, names, reading } = cause;
  if (!isOnCharacter(condition)) {
    return conditionText(condition, null, names, { negation: isNegated ? null : "whole" });
  }
  const { fact } = reading;
  const ids =
    condition.type === "alliance"
      ? condition.allianceIds
      : condition.type === "corporation"
        ? condition.corporationIds
        : undefined;
  if (ids !== undefined && fact?.type === "affiliation") {
    const wanted = listed(
      ids.map((id) => eveName(names, id)),
      "or",
      3,
    );
    const corporation = { name: eveName(names, fact.corporationId) };
    return sentence(
      isNegated ? msg`In ${wanted}: ${corporation}` : msg`Not in ${wanted}: ${corporation}`,
    );
  }
  if (which === "main" || (which === "any" && !isNegated)) {
    return conditionText(condition, which, names, { negation: isNegated ? null : "whole" });
  }
  const conditions = predicate(condition, names, !isNegated);
  return capitalized(sentence(msg`a character ${conditions}`));
}

/** When the facts of the causes were read: the oldest and the newest. */
export function readingSpan(users: readonly HeldUser[]): { from: string; to: string } | null {
  const times = users
    .flatMap(({ causes }) => causes.map(({ reading }) => reading.asOf))
    .filter((at) => at !== null)
    .toSorted();
  const [from, to] = [times.at(0), times.at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
}

export function filterByName(users: readonly HeldUser[], search: string): readonly HeldUser[] {
  const wanted = fold(search.trim());
  if (wanted === "") return users;
  return users.filter(({ mainCharacterName, causes }) =>
    [mainCharacterName, ...causes.map(({ character }) => character?.characterName)].some(
      (name) => name != null && fold(name).includes(wanted),
    ),
  );
}

/** One line for each user: the main, the characters that decide, and why. */
export function heldCsv(users: readonly HeldUser[], now: number): string {
  const lines = users.map(({ mainCharacterName, mainCharacterId, causes }) => [
    userName(mainCharacterName),
    String(mainCharacterId ?? ""),
    enumerated(causes.flatMap(({ character }) => character?.characterName ?? [])),
    inSuccession(causes.map((cause) => textOf(causeText(cause, "other", now)))),
  ]);
  const header = [t`Main`, t`Main ID`, t`Characters`, t`Causes`];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
