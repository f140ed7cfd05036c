import { Trans, plural, t } from "#web/language/macros.ts";
import type { ReviewedMember, Verdict } from "#shared/groups/reviews.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { userName } from "#web/lib/labels.ts";
import { cx } from "#web/lib/cx.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { wayInText } from "#web/memberships/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sentence, VisuallyHidden } from "#web/ui/text.tsx";
import { DateOnly } from "#web/ui/time.tsx";
import type { Evidence, ShownFact } from "./evidence.ts";

type MemberRowProps = {
  member: ReviewedMember;
  evidence: Evidence;
  verdict: Verdict | null;
  isCurrent: boolean;
  onChoose: () => void;
  onDecide: (verdict: Verdict | null) => void;
};

/** A member with the evidence. Only the current row and its buttons are in the order of Tab: the arrows reach the others. */
export function MemberRow(props: MemberRowProps) {
  const { member, evidence, verdict, isCurrent, onChoose, onDecide } = props;
  const name = userName(member.mainCharacterName);
  const tabIndex = isCurrent ? 0 : -1;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the list handles the keys
    <li
      className="review-row"
      tabIndex={tabIndex}
      aria-current={isCurrent || undefined}
      data-member={member.userId}
      onClick={onChoose}
    >
      <div
        className={cx(verdict !== null && "review-done", verdict === "remove" && "review-struck")}
      >
        <PilotName
          characterId={member.mainCharacterId}
          name={member.mainCharacterName}
          ticker={member.corporation?.ticker}
          tabIndex={tabIndex}
        >
          {enumerated([
            ...(member.characters
              ? [
                  plural(
                    { count: member.characters.count },
                    { one: "# character", other: "# characters" },
                  ),
                ]
              : []),
            ...(member.role === "admin" ? [t`group admin`] : []),
          ])}
        </PilotName>
      </div>
      <dl className="text-sm text-text-2">
        <Row label={t`Last seen`} fact={evidence.seen} />
        <Row label={t`Authorization`} fact={evidence.authorization} />
        <Row label={t`Corporation`} fact={evidence.corporation} extra={evidence.requirements} />
        <dt>
          <Trans>In group since</Trans>
        </dt>
        <dd className="min-w-0 wrap-anywhere">
          <DateOnly at={member.joinedAt} />
          <span className="block text-xs text-text-2">
            <Sentence isPlain pieces={wayInText(member.wayIn, false)} />
          </span>
        </dd>
        <dt>
          <Trans>Last review</Trans>
        </dt>
        <dd data-tone={member.keptAt === null ? "none" : "usual"}>
          {member.keptAt === null ? (
            t`Never`
          ) : (
            <Trans>
              Kept <DateOnly at={member.keptAt} />
            </Trans>
          )}
        </dd>
      </dl>
      {verdict === null ? (
        <div className="flex justify-end gap-1.5 max-md:hidden">
          <Button
            size="sm"
            tabIndex={tabIndex}
            icon={<Icon name="close" />}
            onClick={() => onDecide("remove")}
          >
            <Trans>
              Remove<VisuallyHidden> {name}</VisuallyHidden>
            </Trans>
          </Button>
          <Button
            size="sm"
            tabIndex={tabIndex}
            icon={<Icon name="check" />}
            onClick={() => onDecide("keep")}
          >
            <Trans>
              Keep<VisuallyHidden> {name}</VisuallyHidden>
            </Trans>
          </Button>
        </div>
      ) : (
        <div className="flex items-center justify-end gap-2">
          {verdict === "keep" ? (
            <Chip icon="check">
              <Trans>Keep</Trans>
            </Chip>
          ) : (
            <Chip tone="danger" icon="close">
              <Trans context="member">Remove</Trans>
            </Chip>
          )}
          <Button
            size="sm"
            tabIndex={tabIndex}
            title={t`Undo ${name}`}
            icon={<UndoIcon />}
            onClick={() => onDecide(null)}
          >
            <VisuallyHidden>
              <Trans>Undo {name}</Trans>
            </VisuallyHidden>
          </Button>
        </div>
      )}
    </li>
  );
}

type RowProps = { label: string; fact: ShownFact; extra?: ShownFact | null };

function Row({ label, fact, extra }: RowProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd data-tone={extra?.tone ?? fact.tone} className="min-w-0 wrap-anywhere">
        <FactText fact={fact} />
        {extra && (
          <span className="block text-xs">
            <FactText fact={extra} />
          </span>
        )}
      </dd>
    </>
  );
}

function FactText({ fact: { text, tone } }: { fact: ShownFact }) {
  return (
    <>
      {(tone === "flag" || tone === "bad") && <Icon name="alert" size={13} />}
      {tone === "unknown" && <Icon name="question" size={13} />}
      {text}
    </>
  );
}

/** Used here alone: with the others, it would be loaded on every page. */
function UndoIcon() {
  return (
    <svg
      width={16}
      height={16}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      aria-hidden="true"
    >
      <path d="M5.5 3l-3 3 3 3M2.500 6h7a3.700 3.700 0 010 7.400H6" />
    </svg>
  );
}
