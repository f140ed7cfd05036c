import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useState } from "react";
import type { CSSProperties } from "react";
import type { HeldDetail, HeldUser } from "#shared/requirements/held.ts";
import { formatInteger } from "#web/lib/format.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { enumerated } from "#web/lib/enumerated.ts";
import { saveCsv } from "#web/lib/save-file.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { filterByName, groupByCause } from "./cause-groups.ts";
import type { CauseGroup } from "./cause-groups.ts";
import { heldCsv } from "./held-csv.ts";
import "#web/repairs/requirements.css";

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

function Name({ user: { mainCharacterName, mainCharacterId, causes } }: { user: HeldUser }) {
  const character = causes[0]?.character;
  const isAlt = character != null && character.characterId !== mainCharacterId;
  const more = causes.length - 1;
  const notes = [
    isAlt ? t`alt ${ph({ characterName: character.characterName })}` : character != null && t`main`,
    more > 0 && plural(more, { one: "and # more reason", other: "and # more reasons" }),
  ].filter((note) => note !== false);
  return (
    <li className="py-1 wrap-anywhere">
      <bdi>{mainCharacterName ?? say(UNKNOWN_USER)}</bdi>
      {notes.length > 0 && <span className="block text-xs text-text-2">{enumerated(notes)}</span>}
    </li>
  );
}
