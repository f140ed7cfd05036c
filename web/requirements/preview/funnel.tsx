import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { Link } from "react-router";
import type { RuleNames } from "#shared/requirements/cause.ts";
import type { FunnelStep, Rule } from "#shared/requirements/rule.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { useEditor } from "#web/requirements/editor.ts";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { userName } from "#web/lib/labels.ts";
import { useNow } from "#web/lib/time.ts";
import { causesText } from "#web/requirements-text/cause-text.ts";
import { ToldList } from "#web/repairs/leaf-facts.tsx";
import { requirementTold } from "#web/requirements-text/tree-text.ts";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { Sentence } from "#web/ui/text.tsx";
import type { PreviewSum } from "./sum.ts";
import { UNKNOWN_REASONS } from "#shared/requirements/outcome.ts";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import { enumerated } from "#web/lib/sentence.ts";

/** The parts of a rule that must all be met: the steps of the funnel. */
function stepsOf(tree: Requirement): Requirement[] {
  return tree.type === "all" ? tree.of : [tree];
}

const REASONS: Record<UnknownReason, (count: number) => string> = {
  never_read: (count) => plural(count, { one: "# not read yet", other: "# not read yet" }),
  too_old: (count) => plural(count, { one: "# read too long ago", other: "# read too long ago" }),
  missing_scope: (count) =>
    plural(count, {
      one: "# authorized without this permission",
      other: "# authorized without this permission",
    }),
  no_authorization: (count) =>
    plural(count, {
      one: "# without a valid authorization",
      other: "# without a valid authorization",
    }),
  authorization_unknown: (count) =>
    plural(count, {
      one: "# whose authorization EVE did not confirm",
      other: "# whose authorization EVE did not confirm",
    }),
  no_director: (count) =>
    plural(count, { one: "# whom no director can read", other: "# whom no director can read" }),
  eve_failed: (count) =>
    plural(count, { one: "# for whom EVE did not answer", other: "# for whom EVE did not answer" }),
  suspended: (count) => plural(count, { one: "# suspended", other: "# suspended" }),
  unconfirmed: (count) => plural(count, { one: "# not confirmed", other: "# not confirmed" }),
  source_off: (count) =>
    plural(count, { one: "# whose application is off", other: "# whose application is off" }),
  contradictory: (count) =>
    plural(count, { one: "# with two different values", other: "# with two different values" }),
  value_ended: (count) =>
    plural(count, { one: "# whose value has ended", other: "# whose value has ended" }),
  fleet_unread: (count) =>
    plural(count, {
      one: "# for whom a fleet was not read",
      other: "# for whom a fleet was not read",
    }),
};

/** "6 do not meet it, 12 without a valid authorization" */
export function missedText({ unmet, unknown }: FunnelStep): string {
  return enumerated(
    [
      unmet > 0 && plural(unmet, { one: "# does not meet it", other: "# do not meet it" }),
      ...UNKNOWN_REASONS.map((reason) => {
        const count = unknown[reason] ?? 0;
        return count > 0 && REASONS[reason](count);
      }),
    ].filter((text) => text !== false),
  );
}

type FunnelProps = { rule: Rule | null; sum: PreviewSum; names: RuleNames };

/** How many people who are not members meet each step, and who lacks only one condition. */
export function Funnel({ rule, sum: { funnel, near }, names }: FunnelProps) {
  const { canUseAll } = useEditor();
  if (rule === null) return null;
  const steps = stepsOf(rule.tree);
  return (
    <>
      {funnel !== null && (
        <section
          aria-label={t`How close others come`}
          className="border-t border-line-faint px-4 py-3"
        >
          <h3 className="text-sm font-medium">
            {plural(
              { count: funnel.candidates },
              { one: "# who are not members", other: "# who are not members" },
            )}
          </h3>
          <ol className="mt-2 grid gap-2 text-sm">
            {funnel.steps.map((step, index) => {
              const part = steps[index];
              const told = part && requirementTold(part, names, "other");
              const missed = missedText(step);
              return (
                // A step has no other identity than its place.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
                  <div className="wrap-anywhere">
                    {told && (
                      <>
                        <Sentence pieces={told.pieces} />
                        <ToldList list={told.list} />
                      </>
                    )}
                  </div>
                  <span className="font-medium tabular-nums">→ {formatInteger(step.met)}</span>
                  {missed !== "" && (
                    <span className="col-span-full text-text-2 wrap-anywhere">{missed}</span>
                  )}
                  {canUseAll && part && <RepairLink part={part} step={step} />}
                </li>
              );
            })}
          </ol>
        </section>
      )}
      {near.length > 0 && <Near near={near} />}
    </>
  );
}

/** Where an administrator makes a fact readable that is not known. */
function RepairLink({ part, step: { unknown } }: { part: Requirement; step: FunnelStep }) {
  const hasNoDirector = (unknown.no_director ?? 0) > 0;
  const isNotAuthorized = (unknown.no_authorization ?? 0) + (unknown.missing_scope ?? 0) > 0;
  if (!hasNoDirector && !isNotAuthorized) return null;
  const readBy = hasNoDirector ? directorsOf(part) : undefined;
  return (
    <Link
      to={
        readBy !== undefined
          ? paths.adminCorporation(readBy)
          : hasNoDirector
            ? paths.adminCorporations
            : `${paths.adminPilots}?lost=true`
      }
      className="link col-span-full"
    >
      {hasNoDirector ? t`Choose a director who reads it` : t`See who lost an authorization`}
    </Link>
  );
}

/** The corporation whose director reads the fact, if one is named. */
function directorsOf(part: Requirement): number | undefined {
  if (part.type !== "characters") return undefined;
  const { meet } = part;
  if (meet.type === "titles") return meet.corporationId;
  return meet.type === "standing" && meet.of === "corporation" ? meet.ownerId : undefined;
}

const SHOWN = 10;

function Near({ near }: Pick<PreviewSum, "near">) {
  const now = useNow("minute");
  const names = near.map(({ mainCharacterName }) => userName(mainCharacterName));
  return (
    <section aria-label={t`Nearly`} className="grid gap-2 border-t border-line-faint px-4 py-3">
      <h3 className="text-sm font-medium">
        <Trans>Lacking one condition: {ph({ count: formatInteger(near.length) })}</Trans>
      </h3>
      <ul className="grid gap-2">
        {near.slice(0, SHOWN).map(({ userId, mainCharacterName, causes }) => (
          <li key={userId}>
            <p className="font-medium wrap-anywhere">
              <bdi>{userName(mainCharacterName)}</bdi>
            </p>
            <p className="text-sm leading-snug wrap-anywhere text-text-2">
              <Sentence pieces={causesText(causes, "other", now)} />
            </p>
          </li>
        ))}
      </ul>
      {near.length > SHOWN && (
        <p className="text-sm text-text-2">
          <Trans context="pilots">
            and {ph({ count: formatInteger(near.length - SHOWN) })} more
          </Trans>
        </p>
      )}
      <CopyButton text={names.join("\n")} what={t`of people who lack one condition`}>
        {t`Copy names to ask them`}
      </CopyButton>
    </section>
  );
}
