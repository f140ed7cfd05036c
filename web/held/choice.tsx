import { Plural, Trans, ph, plural, t } from "#web/language/macros.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { HeldDetail } from "#shared/requirements/held.ts";
import { ConsequenceItem } from "#web/consequences/consequences-of.tsx";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import type { HeldVerdict } from "./queries.ts";

type ChoiceProps = {
  held: HeldDetail;
  /** The numbers have changed and are not read yet. */
  isOff: boolean;
  onChoose: (decision: HeldVerdict) => void;
};

/** Both decisions with their consequences. Neither is the primary one. */
export function Choice({ held, isOff, onChoose }: ChoiceProps) {
  const { removalCount, memberCount, groupName, groupId } = held;
  const isAsked = held.trigger.kind === "asked";
  return (
    <div className="grid gap-4 p-4 md:grid-cols-2">
      <Option
        title={t`Release`}
        button={
          <Button
            variant="danger"
            isDisabled={isOff}
            className="mt-1 max-md:w-full"
            onClick={() => onChoose("release")}
          >
            <Trans>
              <Plural
                value={removalCount}
                one="Release # removal..."
                other="Release # removals..."
              />
            </Trans>
          </Button>
        }
      >
        <ConsequenceItem>
          <Trans>
            <Plural value={removalCount} one="# person loses" other="# people lose" />{" "}
            <bdi>{groupName}</bdi>, and groups that require it may follow
          </Trans>
        </ConsequenceItem>
        {!isAsked && (
          <ConsequenceItem>
            <Trans>
              Everybody is checked again: members who meet the requirements by then stay
            </Trans>
          </ConsequenceItem>
        )}
        <ConsequenceItem>
          <Trans>Each of them reads why on the dashboard</Trans>
        </ConsequenceItem>
        <ConsequenceItem>
          <Writes held={held} />
        </ConsequenceItem>
      </Option>
      <Option
        title={t`Discard`}
        button={
          <Button
            isDisabled={isOff}
            className="mt-1 max-md:w-full"
            onClick={() => onChoose("discard")}
          >
            <Trans>Discard, keep everybody...</Trans>
          </Button>
        }
      >
        <ConsequenceItem>
          <Trans>All {ph({ memberCount: formatInteger(memberCount) })} members stay</Trans>
        </ConsequenceItem>
        {isAsked ? (
          <ConsequenceItem>
            <Trans>Nothing else follows</Trans>
          </ConsequenceItem>
        ) : (
          <>
            <ConsequenceItem>
              <Trans>
                The requirements are unchanged: a day later they apply again, and hold the same
                people again
              </Trans>
            </ConsequenceItem>
            <ConsequenceItem>
              <Trans>
                To keep them permanently,{" "}
                <Link className="link" to={`${paths.adminGroup(groupId)}?tab=settings`}>
                  change the requirements
                </Link>
              </Trans>
            </ConsequenceItem>
          </>
        )}
      </Option>
    </div>
  );
}

/** What a release writes, and what to do where a day of D1's free plan cannot carry it. */
function Writes({ held: { release, trigger } }: { held: HeldDetail }) {
  const rows = formatInteger(toHundreds(release.rows));
  if (release.days === 1) return t`Up to ${rows} database rows are written`;
  return trigger.kind === "asked"
    ? t`Up to ${rows} database rows are written, all at once: more than D1’s free plan has left on an ordinary day. If D1 refuses them, no member is removed: release after 00:00 UTC, remove fewer members at a time, or use the paid plan`
    : t`Up to ${rows} database rows are written: more than D1’s free plan has left on an ordinary day. The removals are spread over about ${plural({ days: release.days }, { one: "# day", other: "# days" })}. On the paid plan they take minutes`;
}

const toHundreds = (rows: number) => (rows < 1000 ? rows : Math.round(rows / 100) * 100);

type OptionProps = { title: string; button: ReactNode; children: ReactNode };

function Option({ title, button, children }: OptionProps) {
  return (
    <section className="grid content-start justify-items-start gap-2.5 rounded-control border border-line p-4">
      <h3 className="text-lg">{title}</h3>
      <ul className="grid gap-1 text-sm text-text-2">{children}</ul>
      {button}
    </section>
  );
}
