import { Suspense, useId, useState } from "react";
import { useLocation } from "react-router";
import { t } from "#web/language/macros.ts";
import { cx } from "#web/lib/cx.ts";
import { WithheldCard } from "#web/setup/withheld-card.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { FilterChips } from "#web/ui/form/filters.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { useSettings } from "./setting-rows.tsx";
import type { SettingRow } from "./setting-rows.tsx";
import "./settings.css";

type Shown = "off" | "needs" | undefined;

/** Everything that is set for the whole community: what it is at present, what it gives, and one button. */
export default function SettingsPage() {
  const { sections, withheld } = useSettings();
  const [shown, setShown] = useState<Shown>();
  const rows = sections.flatMap((section) => section.rows);
  const count = (state: Shown) => rows.filter((row) => stateOf(row) === state).length;
  return (
    <>
      <PageHeader
        title={t`Settings`}
        subtitle={t`What holds for the whole community, and how this installation is`}
      />
      <div className="grid grid-cols-1 gap-4">
        <FilterChips
          legend={t`Filters`}
          choices={[
            {
              value: undefined,
              label: t({ context: "entries", message: "All" }),
              count: rows.length,
            },
            { value: "off", label: t`Off`, count: count("off") },
            { value: "needs", label: t`Needs something`, count: count("needs") },
          ]}
          chosen={shown}
          onChoose={setShown}
        />
        <WithheldCard withheld={withheld} />
        {sections.map(({ title, fact, rows: all }) => {
          const listed = all.filter((row) => shown === undefined || stateOf(row) === shown);
          return (
            listed.length > 0 && (
              <Card
                key={title}
                isFlush
                title={title}
                actions={fact !== undefined && <span className="text-sm text-text-2">{fact}</span>}
              >
                <ul className="divide-y divide-line-faint">
                  {listed.map((row) => (
                    <Row key={row.id} row={row} />
                  ))}
                </ul>
              </Card>
            )
          );
        })}
      </div>
    </>
  );
}

/** What has not been loaded is neither off nor does it need something. */
const stateOf = ({ state, load }: SettingRow): Shown =>
  load.isPending || load.isFailed ? undefined : state;

/** A setting. The row of one that is off is hatched. Its panel opens below, or its button leads to where it is set. */
function Row({ row }: { row: SettingRow }) {
  const { id, title, text, value, load, action, below } = row;
  const state = stateOf(row);
  const { hash, key } = useLocation();
  const isNamed = action.kind === "opens" && action.anchors.some((it) => hash === `#${it}`);
  const [isOpen, setIsOpen] = useState(isNamed);
  // A hash that is typed into the address keeps the key.
  const visit = key + hash;
  const [seen, setSeen] = useState(visit);
  const panelId = useId();
  if (seen !== visit) {
    setSeen(visit);
    if (isNamed) setIsOpen(true);
  }
  const of = <VisuallyHidden>{title}</VisuallyHidden>;
  return (
    <li id={id}>
      <div
        className={cx(
          "grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 max-md:[&>.control]:min-w-28 md:grid-cols-[minmax(0,1fr)_minmax(0,15rem)_11rem]",
          state === "off" && "setting-off",
        )}
      >
        <div className="max-md:col-span-2">
          <h3 className="font-medium">{title}</h3>
          <p className="text-sm text-pretty text-text-2">{text}</p>
        </div>
        <div className="min-w-0 text-sm wrap-anywhere">
          {load.isPending ? (
            <Skeleton className="h-4 w-24" />
          ) : load.isFailed ? (
            <span className="text-danger">{load.failed ?? t`Could not be loaded`}</span>
          ) : state === "off" ? (
            <Chip>{value ?? t`Off`}</Chip>
          ) : (
            <span className={state === "needs" ? "text-warn" : undefined}>{value}</span>
          )}
        </div>
        {load.isFailed ? (
          <Button size="sm" onClick={load.retry}>
            {t`Try again`}
            {of}
          </Button>
        ) : action.kind === "leads" ? (
          <ButtonLink size="sm" to={action.to}>
            {action.label}
            {of}
          </ButtonLink>
        ) : action.kind === "does" ? (
          <Button size="sm" isDisabled={load.isPending} onClick={action.run}>
            {action.label}
            {of}
          </Button>
        ) : (
          <Button
            size="sm"
            icon={
              <span className={cx(isOpen && "rotate-180")}>
                <Icon name="chevron" />
              </span>
            }
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            isDisabled={load.isPending}
            onClick={() => setIsOpen(!isOpen)}
          >
            {action.label}
            {of}
          </Button>
        )}
      </div>
      {below}
      {action.kind === "opens" && isOpen && !load.isPending && !load.isFailed && (
        <div id={panelId}>
          <div className={cx("border-t border-line-faint bg-surface-1", !action.isFlush && "p-4")}>
            <Suspense fallback={<Loading>{t`Loading...`}</Loading>}>
              {/* What an address names is there when its first field is. */}
              <div id={action.anchors.length === 1 ? action.anchors[0] : undefined}>
                {action.panel()}
              </div>
            </Suspense>
          </div>
        </div>
      )}
    </li>
  );
}
