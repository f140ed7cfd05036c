import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useState } from "react";
import type { PreviewedUser, PreviewKind } from "#shared/requirements/rule.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { cx } from "#web/lib/cx.ts";
import { formatInteger } from "#web/lib/format.ts";
import { useNow } from "#web/lib/time.ts";
import { textOf } from "#web/lib/sentence.ts";
import { causesText } from "#web/requirements-text/cause-text.ts";
import { conditionLabel } from "#web/requirements-text/condition-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { Sentence } from "#web/ui/text.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { countOf, shownCount } from "./sum.ts";
import type { PreviewSum } from "./sum.ts";
import "#web/repairs/requirements.css";

type KindTexts = {
  icon: IconName;
  /** The label with the number that is shown. */
  title: (shown: string, count: number) => string;
  note?: Message;
};

const KINDS: Record<PreviewKind, KindTexts> = {
  remove: {
    icon: "close",
    title: (shown, count) =>
      t`${shown} ${plural(count, { one: "member removed now", other: "members removed now" })}`,
  },
  grace: {
    icon: "alert",
    title: (shown, count) =>
      t`${shown} ${plural(count, { one: "member enters grace", other: "members enter grace" })}`,
  },
  unknown: {
    icon: "question",
    title: (shown, count) =>
      t`${shown} ${plural(count, { one: "member not known", other: "members not known" })}`,
    note: msg`They stay members. Nothing starts until Muster can read the fact.`,
  },
  recover: {
    icon: "check",
    title: (shown, count) =>
      t`${shown} ${plural(count, { one: "member meets them again", other: "members meet them again" })}`,
    note: msg`Their grace ends, and they stay members.`,
  },
  join: {
    icon: "plus",
    title: (shown, count) =>
      t`${shown} ${plural(count, { one: "person would join", other: "people would join" })}`,
  },
  could_join: {
    icon: "plus",
    title: (shown, count) =>
      t`${shown} ${plural(count, { one: "other could join", other: "others could join" })}`,
  },
};

/** In the order of the page: the most harmful first. */
const ORDER: PreviewKind[] = ["remove", "grace", "unknown", "recover", "join", "could_join"];
/** Always shown, and open at first. */
const ABOUT_MEMBERS = new Set<PreviewKind>(["remove", "grace", "unknown"]);

type PreviewPeopleProps = { id: string; sum: PreviewSum; isAutomatic: boolean };

/** The people of a preview by what happens to them, with the causes. */
export function PreviewPeople({ id, sum, isAutomatic }: PreviewPeopleProps) {
  const joins: PreviewKind = isAutomatic ? "join" : "could_join";
  return ORDER.filter(
    (kind) => kind === joins || ABOUT_MEMBERS.has(kind) || countOf(sum, kind).count > 0,
  ).map((kind) => <People key={kind} id={`${id}-${kind}`} kind={kind} sum={sum} />);
}

function People({ id, kind, sum }: { id: string; kind: PreviewKind; sum: PreviewSum }) {
  const { icon, title: titleOf, note } = KINDS[kind];
  const count = countOf(sum, kind);
  const users = sum.users.filter((user) => user.kind === kind);
  const title = (
    <>
      <Icon name={icon} />
      <span>{titleOf(shownCount(count), count.count)}</span>
    </>
  );
  const heading = "flex min-h-10 items-center gap-2 px-4 py-1.5 font-medium max-md:min-h-11";
  if (users.length === 0) {
    return (
      <div
        id={id}
        tabIndex={-1}
        className={cx(
          "scroll-mt-20 border-t border-line-faint",
          heading,
          count.count === 0 && "text-text-2",
        )}
      >
        {title}
      </div>
    );
  }
  return (
    <details
      id={id}
      tabIndex={-1}
      open={ABOUT_MEMBERS.has(kind)}
      className="disclosure group scroll-mt-20 border-t border-line-faint"
    >
      <summary
        className={cx(
          heading,
          "cursor-pointer list-none -outline-offset-2 hover:bg-surface-2 [&::-webkit-details-marker]:hidden",
        )}
      >
        {title}
        <span className="ml-auto -rotate-90 text-text-2 group-open:rotate-0">
          <Icon name="chevron" size={14} />
        </span>
      </summary>
      <div className="grid gap-3 px-4 pb-3.5">
        {kind === "grace" && <GraceNote users={users} />}
        {note && <p className="text-sm text-text-2">{say(note)}</p>}
        {kind === "remove" && <Causes users={users} />}
        <Names users={users} kind={kind} />
        {users.length < count.count && (
          <p className="text-sm text-text-2">
            <Trans>The others are not named for you.</Trans>
          </p>
        )}
      </div>
    </details>
  );
}

function GraceNote({ users }: { users: PreviewedUser[] }) {
  const ends = users.flatMap(({ graceEndsAt }) => graceEndsAt ?? []).toSorted()[0];
  if (ends === undefined) return null;
  return (
    <p className="text-sm text-text-2">
      <Trans>
        Removed on <EveMoment at={ends} /> unless this is repaired.
      </Trans>
    </p>
  );
}

/** How many people have the same first cause, the most frequent first: only where there are many. */
const CAUSES_FROM = 12;

function Causes({ users }: { users: PreviewedUser[] }) {
  if (users.length < CAUSES_FROM) return null;
  const counts = new Map<string, number>();
  for (const { causes } of users) {
    const [cause] = causes;
    const text = cause ? textOf(conditionLabel(cause.condition, cause.names)) : t`No character`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return (
    <ul className="text-sm">
      {sorted.map(([text, count]) => (
        <li key={text} className="flex justify-between gap-3 py-1">
          <span className="text-text-2">{text}</span>
          <span className="font-medium whitespace-nowrap tabular-nums">
            {plural(count, { one: "# person", other: "# people" })}
          </span>
        </li>
      ))}
    </ul>
  );
}

const SHOWN_AT_FIRST = 5;
const SHOWN_MORE = 50;

type NamesProps = { users: PreviewedUser[]; kind: PreviewKind };

function Names({ users, kind }: NamesProps) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const rest = users.length - shown;
  return (
    <>
      <ul className="grid gap-2.5">
        {users.slice(0, shown).map((user) => (
          <Person key={user.userId} user={user} kind={kind} />
        ))}
      </ul>
      {rest > 0 && (
        <Button
          size="sm"
          className="justify-self-start"
          onClick={() => setShown(shown + SHOWN_MORE)}
        >
          <Trans>Show {ph({ rest: formatInteger(Math.min(rest, SHOWN_MORE)) })} more</Trans>
        </Button>
      )}
    </>
  );
}

type PersonProps = { user: PreviewedUser; kind: PreviewKind };

function Person({ user, kind }: PersonProps) {
  const now = useNow("minute");
  const { mainCharacterId, mainCharacterName, causes, hasRequested } = user;
  const isJoining = kind === "join" || kind === "could_join";
  const isExplained = !isJoining && kind !== "recover";
  return (
    <li>
      <PilotName characterId={mainCharacterId} name={mainCharacterName} size={24}>
        {isExplained && (
          <span>
            <Sentence pieces={causesText(causes, "other", now)} />
          </span>
        )}
        {isJoining && hasRequested && <Trans>Has asked to join.</Trans>}
      </PilotName>
    </li>
  );
}
