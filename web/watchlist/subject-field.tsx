import { say } from "#web/language/messages.ts";
import { t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WatchSubject } from "#shared/watchlist.ts";
import { characterSearchQuery } from "#web/eve/character-search.tsx";
import { searchNote, useSearch } from "#web/lib/form/use-search.ts";
import { SearchList } from "#web/ui/form/search-list.tsx";
import { eveSearchQuery } from "./queries.ts";
import { SubjectImage } from "#web/watched/entry-marks.tsx";
import { SUBJECTS } from "./subjects.ts";

export type ChosenSubject = { eveId: number; name: string };

type SubjectFieldProps = {
  subject: WatchSubject;
  chosen: ChosenSubject | null;
  error: string | undefined;
  onChoose: (chosen: ChosenSubject | null) => void;
};

/** One pilot, corporation or alliance, by search: pilots of Muster by a part of their name, all others by the whole name in EVE. */
export function SubjectField({ subject, chosen, error, onChoose }: SubjectFieldProps) {
  const [typed, setTyped] = useState("");
  const { q, ...search } = useSearch(typed.trim());
  const isPilot = subject === "pilot";
  const inEve = useQuery({ ...eveSearchQuery(subject, q), enabled: search.isSettled });
  const here = useQuery({ ...characterSearchQuery(q), enabled: search.isSettled && isPilot });
  const pilots = (isPilot && here.data) || [];
  const found = new Map([
    ...pilots.map(({ characterId, characterName }) => [characterId, characterName] as const),
    ...(inEve.data ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  const hits = search.isSettled ? [...found].map(([key, text]) => ({ key, text })) : [];
  const { label, placeholder, none } = SUBJECTS[subject];
  const withImage = ({ key, text }: { key: number; text: string }) => ({
    key,
    text,
    icon: <SubjectImage subject={subject} eveId={key} size={24} />,
  });
  return (
    <SearchList
      label={say(label)}
      placeholder={say(placeholder)}
      chosenLabel={t`Chosen for the watchlist`}
      chosen={chosen ? [withImage({ key: chosen.eveId, text: chosen.name })] : []}
      typed={typed}
      onType={setTyped}
      found={{
        hits: hits.map(withImage),
        note: searchNote({
          ...search,
          isFetching: inEve.isFetching || here.isFetching,
          isError: inEve.isError,
          count: hits.length,
          none: say(none),
        }),
      }}
      error={error}
      onAdd={({ key, text }) => onChoose({ eveId: key, name: text })}
      onRemove={() => onChoose(null)}
    />
  );
}
