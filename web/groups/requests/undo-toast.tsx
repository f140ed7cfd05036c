import { Trans, plural } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useEffect, useState } from "react";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import type { LastDecision } from "./use-decisions.ts";

const SHOWN_SECONDS = 10;
const SECOND_MS = 1000;

type UndoToastProps = { last: LastDecision; onUndo: () => void; onDismiss: () => void };

/** What was just decided, with Undo. Its time stands still while the pointer or the focus is on it. */
export function UndoToast({ last, onUndo, onDismiss }: UndoToastProps) {
  const [left, setLeft] = useState(SHOWN_SECONDS);
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : onDismiss()), SECOND_MS);
    return () => clearTimeout(timer);
  }, [left, isPaused, onDismiss]);
  return (
    <div
      className="mb-3 flex items-center gap-3 rounded-card border border-line-control bg-overlay py-2 pr-2 pl-4 shadow-overlay"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        <Outcome last={last} />
        <span aria-hidden="true" className="ml-2 text-sm text-text-2 tabular-nums">
          <Trans>{left} s</Trans>
        </span>
      </p>
      <Button size="sm" onClick={onUndo}>
        <Trans>Undo</Trans>
        <span aria-hidden="true" className="ml-2 max-md:hidden">
          <Kbd>Z</Kbd>
        </span>
      </Button>
    </div>
  );
}

function Outcome({ last: { decision, requests } }: { last: LastDecision }) {
  const [request] = requests;
  if (requests.length === 1 && request) {
    const name = (
      <bdi className="font-medium">{request.mainCharacterName ?? say(UNKNOWN_USER)}</bdi>
    );
    return decision === "approve" ? (
      <Trans>{name} is a member now.</Trans>
    ) : (
      <Trans>{name} was rejected.</Trans>
    );
  }
  return decision === "approve"
    ? plural(
        { count: requests.length },
        { one: "# player is a member now.", other: "# players are members now." },
      )
    : plural(
        { count: requests.length },
        { one: "# request was rejected.", other: "# requests were rejected." },
      );
}
