import { Trans, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import type { UndoQuery } from "#shared/pilots/undo.ts";
import { Portrait } from "#web/eve/images.tsx";
import { useDebounced } from "#web/lib/form/use-debounced.ts";
import { useInput } from "#web/lib/form/use-input.ts";
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
  const [first, last] = asked ? toFields(asked) : ["", ""];
  const { input, problems, set, submit } = useInput({
    initial: { pilot: chosen, span: asked === undefined ? "1" : "own", from: first, to: last },
    validate: ({ pilot, span, from, to }) => {
      const found = span === "own" ? ownSpan(from, to) : lastHours(Number(span), serverNow());
      if (pilot && found) return { value: { pilot, found } };
      return {
        problems: {
          ...(pilot === undefined && { pilot: t`Choose a pilot from the list` }),
          ...(found === undefined && { from: t`Fill in both times` }),
        },
      };
    },
  });

  function preview() {
    const sent = submit();
    if (sent) onPreview({ userId: sent.pilot.userId, ...sent.found }, sent.pilot.name);
  }

  return (
    <Form className="grid items-start gap-3 p-4 sm:grid-cols-2" onSubmit={preview}>
      <PilotField
        chosen={input.pilot}
        error={problems.pilot}
        onChoose={(pilot) => set({ pilot })}
      />
      <SelectField
        label={t`When`}
        value={input.span}
        options={SPANS.map(({ value, label }) => ({ value, label: say(label) }))}
        onChange={({ target }) => set({ span: target.value })}
      />
      {input.span === "own" && (
        <>
          <TextField
            type="datetime-local"
            label={t`From, in EVE time`}
            value={input.from}
            error={problems.from}
            onChange={({ target }) => set({ from: target.value })}
          />
          <TextField
            type="datetime-local"
            label={t`To, in EVE time`}
            value={input.to}
            onChange={({ target }) => set({ to: target.value })}
          />
        </>
      )}
      <div className="col-span-full">
        <Button
          type="submit"
          isBusy={isBusy}
          busyLabel={t`Reading the log...`}
          className="max-sm:w-full"
        >
          <Trans>Preview</Trans>
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
    ? t`Searching...`
    : isError
      ? t`The search is unavailable right now.`
      : data?.length === 0
        ? t`No pilot matches this name.`
        : undefined;
  return (
    <SuggestField
      label={t`Actions of`}
      placeholder={t`Pilot name`}
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
