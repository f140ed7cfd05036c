import { Plural, Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { MAX_BULK } from "#shared/pilots/bulk.ts";
import type { BulkAction } from "#shared/pilots/bulk.ts";
import type { LookupResult, NamedPilot, NamedState, NamedWatch } from "#shared/lookup.ts";
import { LONGEST_NAME, MAX_NAMES, pastedNames } from "#shared/name-list.ts";
import { CorporationLogo } from "#web/eve/images.tsx";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { api, body } from "#web/lib/api/api.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { compareNames } from "#web/lib/compare.ts";
import { cx } from "#web/lib/cx.ts";
import { formatInteger, formatTenths } from "#web/lib/format.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { paths } from "#web/lib/paths.ts";
import type { PastedList } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { TextareaField, Form, submitOnControlEnter } from "#web/ui/form/form.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { Kbd } from "#web/ui/text.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { LastTime } from "#web/ui/time.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import "./lookup.css";

function lookupQuery(names: readonly string[]) {
  return queryOptions({
    queryKey: [...queryKeys.pilots, "lookup", names],
    queryFn: () => body(api.admin.pilots.lookup.$post({ json: { names: [...names] } })),
    enabled: names.length > 0,
    staleTime: 60_000,
    // The names stay no longer than the page.
    gcTime: 0,
    retry: false,
  });
}

/** Each pilot is in one of these: who is watched is in no other. */
type Part = "watched" | NamedState;
const PARTS: readonly { part: Part; label: Message; tells: Message; icon: IconName }[] = [
  {
    part: "here",
    label: msg`Members`,
    tells: msg`also by an alt, with the main named`,
    icon: "check",
  },
  {
    part: "eve",
    label: msg`Known to EVE`,
    tells: msg`real, without an account here`,
    icon: "globe",
  },
  { part: "watched", label: msg`Watched`, tells: msg`only if you are a keeper`, icon: "eye" },
  { part: "unknown", label: msg`Unknown`, tells: msg`misspelt or gone`, icon: "question" },
];
const partOf = ({ state, watches }: NamedPilot): Part => (watches.length > 0 ? "watched" : state);

/** Who the pilots of a pasted list are, from local, a fleet, a mail or a spreadsheet. The names stay on the page. */
export default function LookupPage() {
  const { state, key } = useLocation();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `usePastedList` opens the page with a state
  const pasted = state as PastedList | null;
  return <LookupOf key={key} pasted={pasted} />;
}

function LookupOf({ pasted }: { pasted: PastedList | null }) {
  const [text, setText] = useState(pasted?.text ?? "");
  const [asked, setAsked] = useState(() =>
    pasted?.isAsked && problemOf(text) === undefined ? namesOf(text) : [],
  );
  const [shown, setShown] = useState<Part>();
  const [problem, setProblem] = useState<string>();
  const { data: result, error, isFetching, refetch } = useQuery(lookupQuery(asked));
  const count = namesOf(text).length;

  const look = (of: string) => {
    const names = namesOf(of);
    setProblem(problemOf(of));
    if (problemOf(of) !== undefined || isFetching) return;
    setShown(undefined);
    setAsked(names);
    if (names.join("\n") === asked.join("\n")) void refetch();
  };
  const onPaste = useEffectEvent(({ target, clipboardData }: ClipboardEvent) => {
    const isField = target instanceof Element && target.closest("input, textarea") !== null;
    const given = clipboardData?.getData("text/plain") ?? "";
    if (isField || given.trim() === "") return;
    setText(given);
    look(given);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener("paste", listener);
    return () => document.removeEventListener("paste", listener);
  }, []);

  // Ctrl Enter looks the pasted names up.
  useEffect(() => {
    if (pasted !== null) document.querySelector<HTMLElement>("main textarea")?.focus();
  }, [pasted]);

  const clear = () => {
    setText("");
    setAsked([]);
    setProblem(undefined);
  };
  const failure =
    error === null ? undefined : messageOf(error, t`The names could not be looked up`);
  const form = (
    <Card
      title={t`Paste a list`}
      actions={
        count > 0 && (
          <span className="text-sm text-text-2">
            <Plural value={{ count }} one="# name" other="# names" />
          </span>
        )
      }
    >
      <Form className="grid gap-3" onSubmit={() => look(text)}>
        <TextareaField
          label={t`Names`}
          isLabelHidden
          rows={result === undefined ? 10 : 6}
          value={text}
          error={problem ?? failure}
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={submitOnControlEnter}
          hint={t`From local, a fleet, a mail or a spreadsheet: one name a line, or lines of chat. Up to ${ph({ MAX_NAMES: formatInteger(MAX_NAMES) })} names. Nothing is kept; the look is in Activity.`}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            className="max-sm:flex-1"
            isBusy={isFetching}
            busyLabel={t`Looking...`}
          >
            {result === undefined ? t`Who is this` : t`Look again`}
            <span aria-hidden="true" className="ml-2 max-md:hidden">
              <Kbd>Ctrl ↵</Kbd>
            </span>
          </Button>
          {(text !== "" || result !== undefined) && (
            <Button onClick={clear}>
              <Trans context="a field">Clear</Trans>
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
  return (
    <>
      <PageHeader
        title={t`Who is in this list`}
        subtitle={
          result && <Plural value={{ count: result.items.length }} one="# name" other="# names" />
        }
        actions={result && <Actions items={result.items} onDone={() => void refetch()} />}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {result === undefined ? (
          <>
            {form}
            <Explanation />
          </>
        ) : (
          <>
            <div className="grid grid-cols-1 gap-3 max-lg:order-last">
              <Result result={result} shown={shown} onShow={setShown} />
            </div>
            <div className="grid grid-cols-1 gap-4">
              {form}
              <CorporationShares items={result.items} />
            </div>
          </>
        )}
      </div>
    </>
  );
}

const namesOf = (text: string) => pastedNames(text).map((name) => name.slice(0, LONGEST_NAME));

function problemOf(text: string): string | undefined {
  const { length } = namesOf(text);
  if (length === 0) return t`Paste at least one name`;
  return length > MAX_NAMES
    ? t`At most ${ph({ MAX_NAMES: formatInteger(MAX_NAMES) })} names at a time`
    : undefined;
}

function Explanation() {
  return (
    <Card isFlush title={t`What it tells`}>
      <ul>
        {PARTS.map(({ part, label, tells, icon }) => (
          <li
            key={part}
            className="flex gap-3 border-b border-line-faint px-4 py-2.5 last:border-0"
          >
            <span className="pt-1 text-text-2">
              <Icon name={icon} />
            </span>
            <span>
              <b className="block font-medium">{say(label)}</b>
              <span className="text-sm text-text-2">{say(tells)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Names to copy, and the accounts to add to a group: those who are watched are added one by one, from their pages. */
function Actions({ items, onDone }: { items: readonly NamedPilot[]; onDone: () => void }) {
  const [action, setAction] = useState<BulkAction>();
  const missing = items
    .filter((item) => partOf(item) === "eve")
    .map(({ asked, name }) => name ?? asked);
  const accounts = new Map(
    items.flatMap(({ account, watches }) =>
      account === null || watches.length > 0
        ? []
        : [[account.userId, account.mainCharacterName ?? say(UNKNOWN_USER)] as const],
    ),
  );
  const pilots = [...accounts].slice(0, MAX_BULK).map(([userId, name]) => ({ userId, name }));
  return (
    <>
      {missing.length > 0 && (
        <CopyButton text={missing.join("\n")} what={t`the names without an account`}>
          {t`Copy missing ${ph({ count: formatInteger(missing.length) })}`}
        </CopyButton>
      )}
      {pilots.length > 0 && (
        <>
          <Button size="sm" icon={<Icon name="mail" />} onClick={() => setAction("invite")}>
            {t`Invite to group...`}
          </Button>
          <Button
            size="sm"
            variant="primary"
            icon={<Icon name="group" />}
            onClick={() => setAction("add")}
          >
            {t`Add to group...`}
          </Button>
        </>
      )}
      {action && (
        <BulkDialog
          action={action}
          pilots={pilots}
          leftOut={<LeftOut items={items} taken={pilots.length} accounts={accounts.size} />}
          onClose={() => setAction(undefined)}
          onDone={onDone}
        />
      )}
    </>
  );
}

type LeftOutProps = { items: readonly NamedPilot[]; taken: number; accounts: number };

/** The names of the list that the preview leaves out. */
function LeftOut({ items, taken, accounts }: LeftOutProps) {
  const watched = items.filter(({ watches }) => watches.length > 0).length;
  const strangers = items.filter((item) => item.account === null && item.watches.length === 0);
  return (
    <ul className="grid gap-1 text-sm text-text-2">
      {watched > 0 && (
        <li>
          <Plural
            value={watched}
            one="# is watched: add one alone, from its page."
            other="# are watched: add each alone, from its page."
          />
        </li>
      )}
      {strangers.length > 0 && (
        <li>
          <Plural
            value={strangers.length}
            one="# has no account here."
            other="# have no account here."
          />
        </li>
      )}
      {accounts > taken && (
        <li>
          <Plural
            value={accounts - taken}
            one="# more is not taken: {taken} at a time."
            other="# more are not taken: {taken} at a time."
          />
        </li>
      )}
    </ul>
  );
}

type ResultProps = {
  result: LookupResult;
  shown: Part | undefined;
  onShow: (part: Part | undefined) => void;
};

function Result({ result: { items, watchlist }, shown, onShow }: ResultProps) {
  const counts = new Map(
    [...Map.groupBy(items, partOf)].map(([part, those]) => [part, those.length]),
  );
  const present = PARTS.filter(({ part }) => counts.has(part));
  const unread = counts.get("unread") ?? 0;
  const unaffiliated = items.filter(({ isAffiliationRead }) => !isAffiliationRead).length;
  return (
    <>
      {unread > 0 && (
        <Alert tone="warn" title={t`EVE did not answer`}>
          <Plural
            value={unread}
            one="# name belongs to no account here. Whether it exists is not known. Look again in a few minutes."
            other="# names belong to no account here. Whether they exist is not known. Look again in a few minutes."
          />
        </Alert>
      )}
      {unaffiliated > 0 && watchlist === "read" && (
        <Alert tone="warn">
          <Plural
            value={unaffiliated}
            one="EVE did not tell the corporation of # pilot. Whether it is watched is not known."
            other="EVE did not tell the corporations of # pilots. Whether these are watched is not known."
          />
        </Alert>
      )}
      {watchlist === "proof" && (
        <Alert
          tone="warn"
          action={
            <ButtonLink size="sm" to={paths.adminWatchlist}>
              {t`Open the watchlist`}
            </ButtonLink>
          }
        >
          <Trans>
            Who is watched is not shown: the watchlist opens for twelve hours after a sign-in with
            your main.
          </Trans>
        </Alert>
      )}
      <fieldset className="parts">
        <legend className="sr-only">{t`Show`}</legend>
        <PartButton
          label={t`All`}
          count={items.length}
          isChosen={shown === undefined}
          onChoose={() => onShow(undefined)}
        />
        {present.map(({ part, label, icon }) => (
          <PartButton
            key={part}
            label={say(label)}
            icon={icon}
            isWarning={part === "watched"}
            count={counts.get(part) ?? 0}
            isChosen={shown === part}
            onChoose={() => onShow(part)}
          />
        ))}
      </fieldset>
      <div aria-hidden="true" className="shares">
        {[...present.map(({ part }) => part), "unread" as const].map((part) => (
          <span
            key={part}
            className={`share-${part}`}
            style={{ flexGrow: counts.get(part) ?? 0 }}
          />
        ))}
      </div>
      <Card isFlush title={t`Who they are`} actions={<ByCorporation />}>
        <Groups
          // A choice folds the corporations again.
          key={shown ?? ""}
          items={shown === undefined ? items : items.filter((item) => partOf(item) === shown)}
        />
      </Card>
    </>
  );
}

function ByCorporation() {
  return <span className="text-sm text-text-2">{t`by corporation`}</span>;
}

type PartButtonProps = {
  label: string;
  icon?: IconName;
  count: number;
  isChosen: boolean;
  isWarning?: boolean;
  onChoose: () => void;
};

function PartButton({
  label,
  icon,
  count,
  isChosen,
  isWarning = false,
  onChoose,
}: PartButtonProps) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose} className="control part">
      <b className={cx("font-display text-xl tabular-nums", isWarning && "text-warn")}>
        {formatInteger(count)}
      </b>
      <span className="part-label text-sm text-text-2">
        {icon && <Icon name={icon} size={12} />}
        {label}
      </span>
    </button>
  );
}

/** Pilots of a corporation that are shown before the reader asks for all. */
const FEW = 5;

type Group = {
  key: string;
  name: string;
  ticker: string | null;
  corporationId: number | null;
  pilots: NamedPilot[];
};

/** Watched pilots come first, then corporations by their number of pilots, then pilots without a known corporation. */
function groupsOf(items: readonly NamedPilot[]): Group[] {
  const watched = items.filter(({ watches }) => watches.length > 0);
  const others = items.filter(({ watches }) => watches.length === 0);
  const byCorporation = Map.groupBy(others, ({ state, corporation }) =>
    state === "unknown" || state === "unread" ? state : (corporation?.id ?? 0),
  );
  const nameOf = (key: number | string, pilots: NamedPilot[]) => {
    if (key === "unknown") return t`Unknown`;
    if (key === "unread") return t`Not read`;
    if (key === 0) return t`Corporation not known`;
    return pilots[0]?.corporation?.name ?? t`Corporation ${ph({ corporationId: String(key) })}`;
  };
  const corporations = [...byCorporation].map(([key, pilots]) => ({
    key: String(key),
    name: nameOf(key, pilots),
    ticker: tickerOf(pilots),
    corporationId: typeof key === "number" && key > 0 ? key : null,
    pilots,
  }));
  corporations.sort(
    (left, right) =>
      Number(left.corporationId === null) - Number(right.corporationId === null) ||
      right.pilots.length - left.pilots.length ||
      compareNames(left.name, right.name),
  );
  const ofWatched = {
    key: "watched",
    name: t`Watched`,
    ticker: null,
    corporationId: null,
    pilots: watched,
  };
  return watched.length > 0 ? [ofWatched, ...corporations] : corporations;
}

/** The ticker is known of pilots who are here, in managed corporations. */
const tickerOf = (pilots: readonly NamedPilot[]) =>
  pilots.find(({ corporation }) => corporation?.ticker != null)?.corporation?.ticker ?? null;

function Groups({ items }: { items: readonly NamedPilot[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return (
    <table className="by-corporation">
      <caption className="sr-only">{t`Who they are`}</caption>
      <thead className="text-sm text-text-2">
        <tr>
          <th scope="col">{t`Pilot`}</th>
          <th scope="col" className="of-words">
            {t`Here as`}
          </th>
          <th scope="col" className="of-numbers">
            {t`Groups`}
          </th>
          <th scope="col" className="of-times">
            {t`Last seen`}
          </th>
        </tr>
      </thead>
      {groupsOf(items).map(({ key, name, ticker, corporationId, pilots }) => {
        const isOpen = open.has(key) || key === "watched" || pilots.length <= FEW + 1;
        const rest = pilots.length - FEW;
        return (
          <tbody key={key}>
            <tr>
              <th scope="rowgroup" colSpan={4}>
                <span className="flex min-w-0 items-center gap-2.5">
                  {corporationId !== null && (
                    <CorporationLogo corporationId={corporationId} size={24} />
                  )}
                  {key === "watched" && (
                    <span className="text-warn">
                      <Icon name="eye" />
                    </span>
                  )}
                  <bdi className={cx("min-w-0 truncate", key === "watched" && "text-warn")}>
                    {name}
                  </bdi>
                  {ticker !== null && <span className="pilot-ticker">{ticker}</span>}
                  {corporationId !== null && <HereOf pilots={pilots} />}
                  <span className="ml-auto flex shrink-0 items-center gap-1.5 text-sm font-normal text-text-2">
                    {key === "watched" && (
                      <>
                        <Icon name="lock" size={12} /> {t`Keepers only`}
                      </>
                    )}
                    <span>{formatInteger(pilots.length)}</span>
                  </span>
                </span>
              </th>
            </tr>
            {(isOpen ? pilots : pilots.slice(0, FEW)).map((pilot) => (
              <PilotRow key={pilot.asked} pilot={pilot} />
            ))}
            {!isOpen && (
              <tr>
                <td colSpan={4}>
                  <button
                    type="button"
                    className="link max-md:min-h-11"
                    onClick={() => setOpen(new Set([...open, key]))}
                  >
                    {plural(rest, {
                      one: `# more of ${ph({ corporation: name })}`,
                      other: `# more of ${ph({ corporation: name })}`,
                    })}
                  </button>
                </td>
              </tr>
            )}
          </tbody>
        );
      })}
    </table>
  );
}

function HereOf({ pilots }: { pilots: readonly NamedPilot[] }) {
  const here = pilots.filter(({ account }) => account !== null).length;
  const others = pilots.length - here;
  const parts = [
    here > 0 && plural({ count: here }, { one: "# here", other: "# here" }),
    others > 0 && plural({ count: others }, { one: "# not here", other: "# not here" }),
  ];
  return (
    <span className="text-sm font-normal text-text-2">
      {enumerated(parts.filter((part) => part !== false))}
    </span>
  );
}

/** The corporations with a bar of their own; all others share one. */
const MOST_BARS = 5;

/** How many of each corporation are on the list, and who of them is here. */
function CorporationShares({ items }: { items: readonly NamedPilot[] }) {
  const known = items.filter(({ corporation }) => corporation !== null);
  const all = [...Map.groupBy(known, ({ corporation }) => corporation?.id ?? 0)]
    .map(([id, pilots]) => ({ id, name: pilots[0]?.corporation?.name, pilots }))
    .toSorted((left, right) => right.pilots.length - left.pilots.length);
  const others = all.slice(MOST_BARS);
  const most = Math.max(...all.map(({ pilots }) => pilots.length));
  if (all.length < 2) return null;
  const bars = [
    ...all.slice(0, MOST_BARS).map(({ id, name, pilots }) => ({
      id,
      label: name ?? t`Corporation ${ph({ corporationId: String(id) })}`,
      pilots,
    })),
    ...(others.length > 0
      ? [
          {
            id: 0,
            label: plural({ count: others.length }, { one: "# other", other: "# others" }),
            pilots: others.flatMap(({ pilots }) => pilots),
          },
        ]
      : []),
  ];
  return (
    // In one column the results themselves tell it, beneath the box.
    <Card isFlush title={t`By corporation`} className="max-lg:hidden">
      <ul>
        {bars.map(({ id, label, pilots }) => (
          <li
            key={id}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line-faint px-4 py-2.5 last:border-0"
          >
            {id === 0 ? (
              <span className="grid size-6 place-items-center text-text-2">
                <Icon name="tower" />
              </span>
            ) : (
              <CorporationLogo corporationId={id} size={24} />
            )}
            <bdi className="truncate">{label}</bdi>
            <b className="tabular-nums">{formatInteger(pilots.length)}</b>
            <span
              aria-hidden="true"
              className="shares col-span-2 col-start-2"
              style={{ width: `${Math.min(100, (pilots.length / most) * 100)}%` }}
            >
              {(["here", "eve", "watched"] as const).map((part) => (
                <span
                  key={part}
                  className={`share-${part}`}
                  style={{ flexGrow: pilots.filter((pilot) => partOf(pilot) === part).length }}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PilotRow({ pilot }: { pilot: NamedPilot }) {
  const { asked, characterId, account, state, watches } = pilot;
  const isAlt = account !== null && account.mainCharacterId !== characterId;
  return (
    <tr>
      <th scope="row">
        <PilotName
          characterId={characterId}
          name={pilot.name ?? asked}
          to={account === null ? undefined : paths.adminPilot(account.userId)}
          level={watches[0]?.level}
          main={isAlt ? { name: account.mainCharacterName ?? say(UNKNOWN_USER) } : null}
        >
          {account?.suspension && (
            <Chip tone="danger" icon="lock">
              {t`Suspended`}
            </Chip>
          )}
          <Facts pilot={pilot} />
          {watches.map((watch) => (
            <WatchLine key={watch.entryId} watch={watch} />
          ))}
        </PilotName>
      </th>
      <Cell label={t`Here as`} of="of-words">
        {account !== null ? (
          isAlt ? (
            t`Alt`
          ) : (
            t`Member`
          )
        ) : (
          <span className="text-text-2">{say(NOT_HERE[state])}</span>
        )}
      </Cell>
      <Cell label={t`Groups`} of="of-numbers">
        {account === null ? "–" : formatInteger(account.groupCount)}
      </Cell>
      <Cell label={t`Last seen`} of="of-times">
        {account === null ? "–" : <LastTime at={account.lastSeenAt} />}
      </Cell>
    </tr>
  );
}

/** The security status, which only pilots who are here have, and the standing. */
function Facts({ pilot: { securityStatus, standing } }: { pilot: NamedPilot }) {
  return (
    <>
      {securityStatus !== null && (
        <span>
          <Trans>Security {ph({ status: formatTenths(securityStatus) })}</Trans>
        </span>
      )}
      {standing !== null && standing !== 0 && (
        <span className={standing < 0 ? "text-danger" : "text-ok"}>
          <Trans>Standing {ph({ standing: formatTenths(standing) })}</Trans>
        </span>
      )}
    </>
  );
}

const NOT_HERE: Record<NamedState, Message> = {
  here: msg`Member`,
  eve: msg`No account`,
  unknown: msg`Not in EVE`,
  unread: msg`Not read`,
};

function Cell({ label, of, children }: { label: string; of: string; children: ReactNode }) {
  return (
    <td className={of}>
      <span className="cell-label text-sm text-text-2">{label}</span>
      {children}
    </td>
  );
}

/** Which entry it is, and by whom it hits. */
function WatchLine({ watch: { level, name, subject, by } }: { watch: NamedWatch }) {
  return (
    <Link
      to={`${paths.adminWatchlist}?${new URLSearchParams({ search: name })}`}
      className={cx(
        "text-sm wrap-anywhere hover:underline",
        level === "refuse" ? "text-danger" : "text-warn",
      )}
    >
      {by !== null ? (
        <Trans>
          <bdi>{name}</bdi> is watched: <bdi>{by}</bdi> of this account
        </Trans>
      ) : subject === "pilot" ? (
        t`is watched`
      ) : (
        <Trans>
          <bdi>{name}</bdi> is watched
        </Trans>
      )}
    </Link>
  );
}
