import { Plural, Trans, ph, t } from "#web/language/macros.ts";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useNavigate } from "react-router";
import type { ReviewedMember, Verdict } from "#shared/groups/reviews.ts";
import { useSession } from "#web/lib/api/session.ts";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/lib/paths.ts";
import { areSingleKeysOn, KEYS } from "#web/lib/keys.ts";
import { useNow } from "#web/lib/time.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { evidenceOf, UNSEEN_DAYS, unusualness } from "./evidence.ts";
import { MemberRow } from "./member-row.tsx";

/** How many decided members are shown at first. */
const DECIDED_SHOWN = 2;

type MemberListProps = {
  members: readonly ReviewedMember[];
  verdictOf: (member: ReviewedMember) => Verdict | null;
  decide: (userIds: readonly string[], verdict: Verdict | null) => void;
  /** Everybody is decided. */
  onDone: () => void;
  /** For phones. */
  footer: ReactNode;
};

/**
 * The members, the unusual ones first. Keys work while the list has focus: A keeps, R removes, Z takes back, J, K and the arrows move, Enter
 * opens the pilot. A decision moves on to the next undecided member.
 */
export function MemberList({ members, verdictOf, decide, onDone, footer }: MemberListProps) {
  const now = useNow("minute");
  const navigate = useNavigate();
  const { user } = useSession();
  const listRef = useRef<HTMLUListElement>(null);
  const [chosenId, setChosenId] = useState<string>();
  const [history, setHistory] = useState<readonly string[]>([]);
  const [showsAll, setShowsAll] = useState(false);
  const takesFocus = useRef(false);

  const rows = members.map((member) => {
    const evidence = evidenceOf(member, now);
    return { member, evidence, verdict: verdictOf(member), weight: unusualness(evidence) };
  });
  const open = rows.filter(({ verdict }) => verdict === null);
  const unusual = open.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  const usual = open.filter(({ weight }) => weight === 0);
  const decidedLast = ({ member: { userId } }: (typeof rows)[number]) =>
    history.lastIndexOf(userId);
  const decided = rows
    .filter(({ verdict }) => verdict !== null)
    .toSorted((a, b) => decidedLast(b) - decidedLast(a));
  const shownDecided = showsAll ? decided : decided.slice(0, DECIDED_SHOWN);
  const hasMore = decided.length > shownDecided.length;
  const ordered = [...unusual, ...usual, ...shownDecided];
  const current = ordered.find(({ member }) => member.userId === chosenId) ?? ordered[0];
  const currentId = current?.member.userId;

  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    const row = [...(listRef.current?.querySelectorAll<HTMLElement>("[data-member]") ?? [])].find(
      ({ dataset }) => dataset["member"] === currentId,
    );
    row?.focus();
  });

  function go(userId: string | undefined) {
    if (userId === undefined) return;
    takesFocus.current = true;
    setChosenId(userId);
  }

  function decideOne(userId: string, verdict: Verdict | null) {
    const undecided = [...unusual, ...usual].map(({ member }) => member.userId);
    decide([userId], verdict);
    setHistory((before) => [...before.filter((id) => id !== userId), ...(verdict ? [userId] : [])]);
    if (verdict === null) return go(userId);
    const at = undecided.indexOf(userId);
    const next = undecided[at + 1] ?? undecided.find((id) => id !== userId);
    if (next === undefined) onDone();
    else go(next);
  }

  /** The current member if decided, else the last who was. */
  function takeBack() {
    const id = current?.verdict ? currentId : history.at(-1);
    if (id !== undefined) decideOne(id, null);
  }

  function keepUsual() {
    const ids = usual.map(({ member }) => member.userId);
    decide(ids, "keep");
    setHistory((before) => [...before, ...ids]);
    if (unusual.length === 0) onDone();
    else go(unusual[0]?.member.userId);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isInControl = target instanceof Element && target.closest("button, input, a") !== null;
    if (ctrlKey || metaKey || altKey || isInControl || current === undefined) return;
    const at = ordered.indexOf(current);
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(ordered[at + 1]?.member.userId),
      ArrowUp: () => go(ordered[at - 1]?.member.userId),
      Enter: () => void openPilot(),
    };
    const letters: Record<string, () => void> = {
      [KEYS.next]: () => go(ordered[at + 1]?.member.userId),
      [KEYS.previous]: () => go(ordered[at - 1]?.member.userId),
      [KEYS.approve]: () => decideOne(current.member.userId, "keep"),
      [KEYS.reject]: () => decideOne(current.member.userId, "remove"),
      [KEYS.undo]: takeBack,
    };
    const act = moves[key] ?? (areSingleKeysOn() ? letters[key.toLowerCase()] : undefined);
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  function openPilot() {
    if (current === undefined) return;
    const { userId, mainCharacterId } = current.member;
    if (user?.is_admin) return navigate(paths.adminPilot(userId));
    return mainCharacterId === null ? undefined : navigate(paths.character(mainCharacterId));
  }

  const row = (shown: (typeof rows)[number]) => (
    <MemberRow
      key={shown.member.userId}
      member={shown.member}
      evidence={shown.evidence}
      verdict={shown.verdict}
      isCurrent={shown === current}
      onChoose={() => setChosenId(shown.member.userId)}
      onDecide={(verdict) => decideOne(shown.member.userId, verdict)}
    />
  );

  return (
    <>
      <div aria-hidden="true" className="review-row review-head text-xs font-medium text-text-2">
        {[
          t`Member`,
          t`Last seen`,
          t`Authorization`,
          t`Corporation`,
          t`In group since`,
          t`Last review`,
        ].map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows have the focus */}
      <ul ref={listRef} aria-label={t`Members to review`} onKeyDown={onKeyDown}>
        {unusual.length > 0 && (
          <Heading key="unusual" title={t`Worth a look`}>
            <Trans>
              <Plural value={{ count: unusual.length }} one="# member" other="# members" />, the
              most unusual first
            </Trans>
          </Heading>
        )}
        {unusual.map(row)}
        {usual.length > 0 && (
          <Heading
            key="usual"
            title={t`Nothing unusual`}
            action={
              <Button size="sm" icon={<Icon name="check" />} onClick={keepUsual}>
                <Trans>Keep all {ph({ count: usual.length })}</Trans>
              </Button>
            }
          >
            <Trans>
              <Plural value={{ count: usual.length }} one="# member" other="# members" />: seen
              within {UNSEEN_DAYS} days, authorized, same corporation as at the last review
            </Trans>
          </Heading>
        )}
        {usual.map(row)}
        {decided.length > 0 && (
          <Heading key="decided" title={t`Decided`}>
            <Trans>
              <Plural value={{ count: decided.length }} one="# member" other="# members" />; nothing
              happens to them before you finish
            </Trans>
          </Heading>
        )}
        {shownDecided.map(row)}
      </ul>
      <div
        className={cx(
          "flex flex-wrap items-center gap-3 border-t border-line-faint px-4 py-3",
          !hasMore && "md:hidden",
        )}
      >
        {hasMore && (
          <button
            type="button"
            className="link min-h-6 max-md:min-h-11"
            onClick={() => setShowsAll(true)}
          >
            <Trans>Show {ph({ count: decided.length - shownDecided.length })} more decided</Trans>
          </button>
        )}
        {footer}
      </div>
      {current?.verdict === null && (
        <fieldset aria-label={t`Decide`} className="review-thumb">
          <p className="flex gap-3 text-sm text-text-2">
            <bdi className="min-w-0 font-medium wrap-anywhere text-text-1">
              {current.member.mainCharacterName}
            </bdi>
            <span className="ml-auto whitespace-nowrap">
              <Trans>{ph({ count: open.length })} to decide</Trans>
            </span>
          </p>
          <Button
            size="lg"
            variant="danger"
            icon={<Icon name="close" />}
            onClick={() => decideOne(current.member.userId, "remove")}
          >
            <Trans context="member">Remove</Trans>
          </Button>
          <Button
            size="lg"
            variant="primary"
            icon={<Icon name="check" />}
            onClick={() => decideOne(current.member.userId, "keep")}
          >
            {t`Keep`}
          </Button>
        </fieldset>
      )}
    </>
  );
}

type HeadingProps = { title: string; action?: ReactNode; children: ReactNode };

function Heading({ title, action, children }: HeadingProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line-faint bg-surface-2 px-4 py-2.5">
      <h3 className="text-md font-semibold">{title}</h3>
      <span className="min-w-0 flex-1 basis-48 text-sm text-text-2">{children}</span>
      {action && <span className="review-wide">{action}</span>}
    </li>
  );
}
