import { lazy, Suspense, useId, useState } from "react";
import { ph, plural, t, msg } from "#web/language/macros.ts";
import { compareNames } from "#web/lib/compare.ts";
import type { OverviewCharacter } from "#shared/characters.ts";
import type { CharacterSummary, User } from "#shared/session.ts";
import { formatSp } from "#web/lib/format.ts";
import { Isk } from "#web/eve/isk.tsx";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { startLink } from "#web/dashboard/queries.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { cx } from "#web/lib/cx.ts";
import { readStored, writeStored } from "#web/lib/storage.ts";
import { CharacterCard } from "./character-card.tsx";
import type { CharacterAct } from "./character-dialog.tsx";

const CharactersTable = lazy(() => import("./characters-table.tsx"));
const CharacterDialog = lazy(() => import("./character-dialog.tsx"));

type LinkedCharactersProps = { user: User; overview: OverviewCharacter[] };

/** All linked characters: the main first, then the others by name. */
export function LinkedCharacters({ user, overview }: LinkedCharactersProps) {
  const headingId = useId();
  // Without the overview there is nothing to show in a table.
  const { view, choose } = useView(Math.min(user.characters.length, overview.length));
  const link = useAuthorization(() => startLink());
  const [asked, setAsked] = useState<{ act: CharacterAct; character: CharacterSummary }>();
  const isMain = ({ characterId }: CharacterSummary) => characterId === user.mainCharacterId;
  const characters = user.characters.toSorted(
    (a, b) =>
      Number(isMain(b)) - Number(isMain(a)) || compareNames(a.characterName, b.characterName),
  );
  return (
    <section aria-labelledby={headingId} className="my-2 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={headingId} className="bg-void text-xl">
          {t`Linked Characters`}
        </h2>
        <Totals count={characters.length} overview={overview} />
        {characters.length >= TABLE_FROM && <ViewChoice view={view} onChoose={choose} />}
        <Button
          className="bg-void max-sm:w-full sm:ml-auto"
          icon={<Icon name="plus" />}
          isBusy={link.isBusy}
          busyLabel={t`Redirecting...`}
          onClick={() => link.start()}
        >
          {t`Link New Character`}
        </Button>
      </div>
      {view === "table" ? (
        <Suspense fallback={<TableSkeleton count={characters.length} />}>
          <CharactersTable user={user} overview={overview} />
        </Suspense>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4">
          {characters.map((character) => (
            <li key={character.characterId}>
              <CharacterCard
                character={character}
                overview={overview.find(({ characterId }) => characterId === character.characterId)}
                isMain={isMain(character)}
                onAct={(act) => setAsked({ act, character })}
              />
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {asked && <CharacterDialog {...asked} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </section>
  );
}

function TableSkeleton({ count }: { count: number }) {
  return (
    <SkeletonRegion label={t`Loading your characters`}>
      <div className="grid gap-px">
        {Array.from({ length: count + 1 }, (_, index) => (
          <Skeleton key={index} className="h-11.5" />
        ))}
      </div>
    </SkeletonRegion>
  );
}

/** "3 characters · 54.80b ISK · 186.21M SP", summed over the known values. */
function Totals({ count, overview }: { count: number; overview: OverviewCharacter[] }) {
  const wallets = overview.flatMap(({ walletBalance }) => walletBalance ?? []);
  const points = overview.flatMap(({ totalSp }) => totalSp ?? []);
  return (
    <p className="bg-void text-sm text-text-2">
      {plural(count, { one: "# character", other: "# characters" })}
      {wallets.length > 0 && (
        <>
          {" · "}
          <Isk isShort amount={sum(wallets)} />
        </>
      )}
      {points.length > 0 && (
        <>
          {" · "}
          {t`${ph({ points: formatSp(sum(points)) })} SP`}
        </>
      )}
    </p>
  );
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

type View = "table" | "cards";

const KEY = "muster.screen.charactersView";

/** From this number of characters on, they are a table until the user chooses the cards. */
const TABLE_FROM = 7;

/** The chosen view of the characters, remembered in this browser. */
function useView(count: number) {
  const [view, setView] = useState<View>(() =>
    readStored("local", KEY) === "cards" ? "cards" : "table",
  );
  const choose = (chosen: View) => {
    setView(chosen);
    writeStored("local", KEY, chosen);
  };
  return { view: count < TABLE_FROM ? "cards" : view, choose };
}

const LABELS: Record<View, Message> = { table: msg`Table`, cards: msg`Cards` };
const VIEWS: View[] = ["table", "cards"];

function ViewChoice({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <fieldset className="flex rounded-control border border-line-control bg-void">
      <legend className="sr-only">{t`View of the characters`}</legend>
      {VIEWS.map((offered) => (
        <button
          key={offered}
          type="button"
          aria-pressed={offered === view}
          className={cx(
            "min-h-7.5 rounded-control px-2.5 text-sm max-md:min-h-9",
            offered === view ? "bg-surface-3 text-text-1" : "text-text-2 hover:text-text-1",
          )}
          onClick={() => onChoose(offered)}
        >
          {say(LABELS[offered])}
        </button>
      ))}
    </fieldset>
  );
}
