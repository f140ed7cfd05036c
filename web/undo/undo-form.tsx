import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import type { UndoQuery } from "#shared/pilots/undo.ts";
import { Portrait } from "#web/eve/images.tsx";
import { useDebounced } from "#web/lib/form/use-debounced.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { pilotSearchQuery } from "./queries.ts";
import { lastHours, ownSpan, SPANS, toFields } from "./span.ts";

type Chosen = { userId: string; name: string };
type UndoFormProps = {
  chosen: Chosen | undefined;
  asked: UndoQuery | undefined;
  isBusy: boolean;
  onPreview: (query: UndoQuery, name: string) => void;
};

/** Whose actions, and from when to when. */
export function UndoForm({ chosen, asked, isBusy, onPreview }: UndoFormProps) {
  const [pilot, setPilot] = useState(chosen);
  const [span, setSpan] = useState(asked === undefined ? "1" : "own");
  const [first, last] = asked ? toFields(asked) : ["", ""];
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(last);
  const [problems, setProblems] = useState<{ pilot?: string; span?: string }>({});

  function preview() {
    const found = span === "own" ? ownSpan(from, to) : lastHours(Number(span), serverNow());
    setProblems({
      ...(pilot === undefined && { pilot: "Choose a pilot from the list" }),
      ...(found === undefined && { span: "Fill in both times" }),
    });
    if (pilot && found) onPreview({ userId: pilot.userId, ...found }, pilot.name);
  }

  return (
    <Form className="grid items-start gap-3 p-4 sm:grid-cols-2" onSubmit={preview}>
      <PilotField chosen={pilot} error={problems.pilot} onChoose={setPilot} />
      <SelectField
        label="When"
        value={span}
        options={SPANS}
        onChange={({ target }) => setSpan(target.value)}
      />
      {span === "own" && (
        <>
          <TextField
            type="datetime-local"
            label="From, in EVE time"
            value={from}
            error={problems.span}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            type="datetime-local"
            label="To, in EVE time"
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
        </>
      )}
      <div className="col-span-full">
        <Button
          type="submit"
          isBusy={isBusy}
          busyLabel="Reading the log..."
          className="max-sm:w-full"
        >
          Preview
        </Button>
      </div>
    </Form>
  );
}

type PilotFieldProps = {
  chosen: Chosen | undefined;
  error: string | undefined;
  onChoose: (pilot: Chosen | undefined) => void;
};

function PilotField({ chosen, error, onChoose }: PilotFieldProps) {
  const [typed, setTyped] = useState(chosen?.name ?? "");
  const search = useDebounced(typed.trim(), 400);
  const isAsked = search.length >= SEARCH_MIN_LENGTH && chosen === undefined;
  const { data, isFetching, isError } = useQuery({
    ...pilotSearchQuery(search),
    enabled: isAsked,
  });
  const found = isAsked && search === typed.trim() ? (data ?? []) : [];
  const notes = isFetching
    ? "Searching..."
    : isError
      ? "The search is unavailable right now."
      : data?.length === 0
        ? "No pilot matches this name."
        : undefined;
  return (
    <SuggestField
      label="Actions of"
      placeholder="Pilot name"
      value={typed}
      error={error}
      isFirstActive
      onChange={(text) => {
        setTyped(text);
        onChoose(undefined);
      }}
      onPick={({ key, text }) => onChoose({ userId: String(key), name: text })}
      suggestions={found.map(({ userId, mainCharacterName, mainCharacterId, matchedAlt }) => ({
        key: userId,
        text: mainCharacterName ?? "",
        ...(mainCharacterId !== null && {
          icon: <Portrait characterId={mainCharacterId} size={24} />,
        }),
        detail: matchedAlt,
      }))}
      note={isAsked ? notes : undefined}
    />
  );
}
