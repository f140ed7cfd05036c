import { Trans, ph, t } from "#web/language/macros.ts";
import { useId, useState } from "react";
import { Link } from "react-router";
import { cx } from "#web/lib/cx.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { Facts, viewOf } from "./decision-view.tsx";
import { decisionKey, useDismissed } from "./decisions.ts";
import type { OpenDecision } from "./decisions.ts";

/** On a phone, more are behind a button. */
const SHOWN_ON_PHONE = 3;

type DecisionsCardProps = { decisions: OpenDecision[]; checkedAt: string | null };

/** What waits for an administrator, the worst first: a sentence, its facts, and the one action that settles it. */
export function DecisionsCard({ decisions, checkedAt }: DecisionsCardProps) {
  const { isDismissed, dismiss, restore } = useDismissed();
  const [isWhole, setIsWhole] = useState(false);
  const shown = decisions.filter((decision) => !isDismissed(decisionKey(decision)));
  const dismissed = decisions.length - shown.length;
  if (shown.length === 0) return <Nothing {...{ checkedAt, dismissed, restore }} />;
  return (
    <Card
      isFlush
      title={
        <span className="flex items-center gap-3">
          {t`Needs a decision`} <span className="decisions-count">{shown.length}</span>
        </span>
      }
      actions={<Dismissed {...{ dismissed, restore }} />}
    >
      <ul className={cx("decisions", isWhole && "decisions-whole")}>
        {shown.map((decision, index) => (
          <Item
            key={decisionKey(decision)}
            decision={decision}
            isFirst={index === 0}
            onDismiss={() => dismiss(decisionKey(decision))}
          />
        ))}
      </ul>
      {shown.length > SHOWN_ON_PHONE && !isWhole && (
        <div className="decisions-more">
          <Button variant="ghost" onClick={() => setIsWhole(true)}>
            <Trans>Show {ph({ count: shown.length - SHOWN_ON_PHONE })} more</Trans>
          </Button>
        </div>
      )}
    </Card>
  );
}

type ItemProps = { decision: OpenDecision; isFirst: boolean; onDismiss: () => void };

function Item({ decision, isFirst, onDismiss }: ItemProps) {
  const textId = useId();
  const { icon, tone, text, to, action, isHint = false } = viewOf(decision);
  return (
    <li className="decision">
      <span aria-hidden="true" className={`glyph glyph-${tone}`}>
        <Icon name={icon} />
      </span>
      <div className="min-w-0 leading-snug">
        <Link id={textId} to={to} className="font-semibold wrap-anywhere hover:underline">
          {text}
        </Link>
        <p className="text-sm text-text-2 tabular-nums">
          <Facts decision={decision} />
        </p>
      </div>
      <div className="decision-actions">
        {isHint && (
          <Button size="sm" variant="ghost" aria-describedby={textId} onClick={onDismiss}>
            {t`Dismiss`}
          </Button>
        )}
        <ButtonLink
          size="sm"
          to={to}
          variant={isFirst ? "primary" : "default"}
          aria-describedby={textId}
          className="decision-action"
        >
          {action}
        </ButtonLink>
      </div>
    </li>
  );
}

type DismissedProps = { dismissed: number; restore: () => void };

function Nothing({ checkedAt, ...hidden }: DismissedProps & Pick<DecisionsCardProps, "checkedAt">) {
  return (
    <Card isFlush>
      <div className="decision">
        <span aria-hidden="true" className="glyph glyph-ok">
          <Icon name="check" />
        </span>
        <div className="min-w-0 leading-snug">
          <h2 className="font-ui text-md font-semibold">{t`Nothing needs a decision`}</h2>
          <p className="text-sm text-text-2 tabular-nums">
            {checkedAt === null ? (
              t`What does not work, waits too long or ends soon appears here.`
            ) : (
              <Trans>
                Last counted <EveMoment at={checkedAt} />. What does not work, waits too long or
                ends soon appears here.
              </Trans>
            )}
          </p>
        </div>
        <div className="decision-actions">
          <Dismissed {...hidden} />
        </div>
      </div>
    </Card>
  );
}

function Dismissed({ dismissed, restore }: DismissedProps) {
  return (
    dismissed > 0 && (
      <Button size="sm" variant="ghost" onClick={restore}>
        <Trans>Show {dismissed} dismissed</Trans>
      </Button>
    )
  );
}
