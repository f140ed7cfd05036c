import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { FocusEvent, KeyboardEvent, PointerEvent, ReactNode } from "react";
import { Link } from "react-router";
import type { WatchedRequest, WatchLevel } from "#shared/watchlist.ts";
import { Trans, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useSession } from "#web/lib/api/session.ts";
import { cx } from "#web/lib/cx.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { useCopy } from "#web/ui/feedback/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Portrait } from "./images.tsx";
import { LevelChip } from "./watch.tsx";
import "./pilot-name.css";

/** Loaded when a pilot is pointed at for the first time. */
const loadCard = () => import("./pilot-card.tsx");
const PilotCard = lazy(loadCard);

/** The picture's size in pixels. 20: in a sentence, where there is no ticker and no action. */
type Size = 20 | 24 | 32 | 40 | 64;

type PilotNameProps = {
  /** Null for an account without a main, and for a name that EVE does not know. */
  characterId: number | null;
  name: string | null;
  ticker?: string | null | undefined;
  size?: Size;
  /** The page of the pilot, where it is not the character's. */
  to?: string | undefined;
  /** What the watchlist says, for keepers; `level` alone where the page says the rest. */
  hits?: readonly WatchedRequest[] | undefined;
  level?: WatchLevel | undefined;
  /** The main of an alt, for readers who know it. */
  main?: { name: string; to?: string | undefined } | null | undefined;
  /** The name with what was searched for. */
  marked?: ReactNode;
  /** Inside of a link: the picture and the words alone. */
  isPlain?: boolean;
  tabIndex?: number;
  /** Chips, and what is said beneath the name. */
  children?: ReactNode;
};

/**
 * The one way to show a pilot: portrait, name, ticker. The name opens the pilot's page, and gives way first where there is little room.
 * Pointed at or focused, it has actions, and after a moment a card; a touch of the portrait opens the card as a sheet.
 */
export function PilotName(props: PilotNameProps) {
  const { characterId, ticker, size = 32, hits, main, marked, isPlain, children } = props;
  const { user } = useSession();
  const name = props.name ?? say(UNKNOWN_USER);
  const isInText = size === 20;
  // Guests of the community cannot open other pilots.
  const isKnown = characterId !== null && !isPlain && !user?.guest;
  const to = isPlain
    ? undefined
    : (props.to ?? (isKnown ? paths.character(characterId) : undefined));
  const level = props.level ?? hits?.[0]?.level;
  const { isNear, isCopied, copy, near, card, show, close, ref } = useNear(name);
  const text = <bdi>{marked ?? name}</bdi>;
  return (
    <span ref={ref} className={cx("pilot", isInText && "pilot-in-text")} {...(isKnown && near)}>
      {characterId === null ? (
        <span aria-hidden="true" className="pilot-unknown">
          <Icon name="question" size={14} />
        </span>
      ) : isKnown && !isInText ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t`About ${name}`}
          className="pilot-picture"
          onClick={() => show(matchMedia("(hover: none)").matches ? "sheet" : "focused")}
        >
          <Portrait characterId={characterId} size={size} />
        </button>
      ) : (
        <Portrait characterId={characterId} size={size} />
      )}
      <span className="pilot-line">
        {to === undefined ? (
          <span title={name} className="pilot-name">
            {text}
          </span>
        ) : (
          <Link to={to} title={name} tabIndex={props.tabIndex} className="pilot-name">
            {text}
          </Link>
        )}
        {ticker && !isInText && <span className="pilot-ticker">{ticker}</span>}
        {level && <LevelChip level={level} />}
        {isKnown && !isInText && isNear && (
          <span className="pilot-actions">
            <Actions
              characterId={characterId}
              name={name}
              isCopied={isCopied}
              tabIndex={-1}
              onCopy={copy}
            />
          </span>
        )}
      </span>
      <span className="pilot-note">
        {main && (
          <span>
            <Trans>
              alt of <Main to={main.to}>{ph({ mainName: main.name })}</Main>
            </Trans>
          </span>
        )}
        {children}
      </span>
      {card !== undefined && isKnown && (
        <Suspense>
          <PilotCard
            {...card}
            characterId={characterId}
            name={name}
            to={to}
            hits={hits}
            onClose={close}
          />
        </Suspense>
      )}
    </span>
  );
}

function Main({ to, children }: { to: string | undefined; children?: string }) {
  const text = <bdi>{children}</bdi>;
  if (to === undefined) return text;
  return (
    <Link to={to} className="hover:underline">
      {text}
    </Link>
  );
}

const CARD_OPENS_MS = 400;
/** Time for the way from the name to the card. */
const CARD_CLOSES_MS = 200;

/** `pointed`: it goes with the pointer. `focused`: it has the focus. */
export type CardShown = "pointed" | "focused" | "sheet";

/** Whether the pointer or the focus is there, what was copied, what the keys do, and the card. The name is the one stop of Tab. */
function useNear(name: string) {
  const [isPointed, setIsPointed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [card, setCard] = useState<{ shown: CardShown; anchor: HTMLElement }>();
  const ref = useRef<HTMLSpanElement>(null);
  const show = (shown: CardShown) => {
    if (ref.current !== null) setCard({ shown, anchor: ref.current });
  };
  const close = () => setCard(undefined);
  // What is in the card is a part of the name, also for React's pointer events.
  useEffect(() => {
    if (isPointed === (card !== undefined) || (card && card.shown !== "pointed")) return;
    const anchor = ref.current;
    const timer = setTimeout(
      () => setCard(isPointed && anchor !== null ? { shown: "pointed", anchor } : undefined),
      isPointed ? CARD_OPENS_MS : CARD_CLOSES_MS,
    );
    return () => clearTimeout(timer);
  }, [isPointed, card]);
  const { isCopied, copy } = useCopy(name);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { currentTarget, target, key, ctrlKey, metaKey, altKey } = event;
    // Keys of what is in the note, and those of the browser, are not for the name.
    if (!(target instanceof HTMLElement) || ctrlKey || metaKey || altKey) return;
    const stops = [...currentTarget.querySelectorAll<HTMLElement>(".pilot-name, .pilot-action")];
    const at = stops.indexOf(target);
    if (at === -1) return;
    const next = key === "ArrowRight" ? at + 1 : key === "ArrowLeft" ? at - 1 : undefined;
    if (next !== undefined) stops[next]?.focus();
    else if (key === "Escape" && at > 0) stops[0]?.focus();
    else if (key === "Escape" && card !== undefined) close();
    else if (key === " " && at === 0) show("focused");
    else if (key.toLowerCase() === "c") void copy();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const near = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === "touch") return;
      setIsPointed(true);
      void loadCard();
    },
    // A press follows the link: the card would be in the way.
    onPointerDown: () => setIsPointed(false),
    onPointerLeave: () => setIsPointed(false),
    onFocus: () => setIsFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
      setIsFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    onKeyDown,
  };
  return {
    isNear: isPointed || isFocused || isCopied,
    isCopied,
    copy,
    near,
    card,
    show,
    close,
    ref,
  };
}

/** Copies the name, and opens the pilot at zKillboard and at EVE Who: on the pilot's own pages. */
export function NameActions({ characterId, name }: { characterId: number; name: string }) {
  const { isCopied, copy } = useCopy(name);
  return (
    <span className="inline-flex gap-0.5 align-middle">
      <Actions characterId={characterId} name={name} isCopied={isCopied} onCopy={copy} />
    </span>
  );
}

type ActionsProps = {
  characterId: number;
  name: string;
  isCopied: boolean;
  tabIndex?: number;
  onCopy: () => Promise<void>;
};

function Actions(props: ActionsProps) {
  const { characterId, name, isCopied, tabIndex, onCopy } = props;
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        title={t`Copy name`}
        aria-label={t`Copy ${name}`}
        className={cx("pilot-action", isCopied && "text-ok")}
        onClick={() => void onCopy()}
      >
        <Icon name={isCopied ? "check" : "copy"} size={14} />
      </button>
      <output className="text-xs font-semibold text-ok">{isCopied && t`Copied`}</output>
      {Object.entries(linksOf(characterId)).map(([site, { to, icon }]) => (
        <a
          key={site}
          href={to}
          target="_blank"
          rel="noreferrer"
          tabIndex={tabIndex}
          title={site}
          aria-label={t`${name} on ${ph({ site })}`}
          className="pilot-action"
        >
          <SiteIcon path={icon} />
        </a>
      ))}
    </>
  );
}

export function linksOf(characterId: number) {
  return {
    zKillboard: {
      to: `https://zkillboard.com/character/${characterId}/`,
      icon: "M8 1.8v3M8 11.2v3M1.8 8h3M11.2 8h3M8 4.5a3.5 3.5 0 110 7 3.5 3.5 0 010-7z",
    },
    "EVE Who": {
      to: `https://evewho.com/character/${characterId}`,
      icon: "M3 3.5h4.2a.8.8 0 01.8.8V13a1.5 1.5 0 00-1.5-1H3zM13 3.5H8.8a.8.8 0 00-.8.8V13a1.5 1.5 0 011.5-1H13z",
    },
  };
}

/** Here, and not with the others, which are loaded on every page. */
export function SiteIcon({ path }: { path: string }) {
  return (
    <svg
      width={14}
      height={14}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={path} />
    </svg>
  );
}
