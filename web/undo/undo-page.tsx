import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useState } from "react";
import { undoSchema } from "#shared/pilots/undo.ts";
import type { UndoQuery } from "#shared/pilots/undo.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { HOUR_MS } from "#shared/time.ts";
import { msg, t } from "#web/language/macros.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { paths } from "#web/lib/paths.ts";
import { Portrait } from "#web/eve/images.tsx";
import { useDebounced } from "#web/lib/form/use-search.ts";
import { useInput } from "#web/lib/form/use-form.ts";
import { serverNow } from "#web/lib/clock.ts";
import { Form, SelectField, TextField } from "#web/ui/form/form.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { api, body } from "#web/lib/api/api.ts";
import { UndoResult } from "./undo-result.tsx";

const NOT_ASKED = { userId: "", from: "", to: "" };

/** Reverts what an administrator or a leader has done in a span, after a preview. */
export default function UndoPage() {
  const [params, setParams] = useSearchParams();
  const read = (name: string) => params.get(name) ?? undefined;
  const parsed = undoSchema.safeParse({
    userId: read("user"),
    from: read("from"),
    to: read("to"),
  });
  const asked = parsed.success ? parsed.data : undefined;
  const { data, error, isFetching, refetch } = useQuery({
    ...undoQuery(asked ?? NOT_ASKED),
    enabled: asked !== undefined,
  });
  const [userId, name] = [read("user"), read("name")];
  return (
    <>
      <PageHeader
        title={t({ context: "page", message: "Undo" })}
        trail={[{ to: paths.adminActivity, label: t`Activity` }]}
        subtitle={t`Undoes what a pilot has changed in groups, after a preview`}
      />
      <div className="grid grid-cols-1 gap-4">
        <Card isFlush>
          <UndoForm
            chosen={userId !== undefined && name !== undefined ? { userId, name } : undefined}
            asked={asked}
            isBusy={isFetching}
            onPreview={(query, pilotName) => {
              setParams(
                { user: query.userId, name: pilotName, from: query.from, to: query.to },
                { preventScrollReset: true },
              );
            }}
          />
        </Card>
        {error !== null && asked !== undefined ? (
          <Alert
            tone="danger"
            title={t`The preview failed`}
            action={
              <Button size="sm" onClick={() => void refetch()}>
                {t`Try again`}
              </Button>
            }
          >
            {messageOf(error, t`Nothing was changed.`)}
          </Alert>
        ) : data && asked ? (
          <UndoResult asked={asked} preview={data} onRefresh={() => void refetch()} />
        ) : (
          asked && (
            <Card isFlush>
              <RowsSkeleton label={t`Loading the preview`} rows={4} />
            </Card>
          )
        )}
      </div>
    </>
  );
}

type Chosen = { userId: string; name: string };
type UndoFormProps = {
  chosen: Chosen | undefined;
  asked: UndoQuery | undefined;
  isBusy: boolean;
  onPreview: (query: UndoQuery, name: string) => void;
};

/** Whose actions, and from when to when. */
function UndoForm({ chosen, asked, isBusy, onPreview }: UndoFormProps) {
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
        options={SPANS}
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
          {t`Preview`}
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

const SPANS = [
  { value: "1", label: msg`The last hour` },
  { value: "24", label: msg`The last 24 hours` },
  { value: "168", label: msg`The last 7 days` },
  { value: "own", label: msg`From ... to ...` },
];

/** The span that ends now. */
export function lastHours(hours: number, now: number): Pick<UndoQuery, "from" | "to"> {
  return { from: new Date(now - hours * HOUR_MS).toISOString(), to: new Date(now).toISOString() };
}

/** A span of two fields for dates with times, which are in EVE's time; undefined unless both are filled in. */
export function ownSpan(from: string, to: string): Pick<UndoQuery, "from" | "to"> | undefined {
  const [first, last] = [from, to].map((text) => Date.parse(`${text}Z`));
  if (first === undefined || last === undefined) return undefined;
  if (Number.isNaN(first) || Number.isNaN(last)) return undefined;
  return { from: new Date(first).toISOString(), to: new Date(last).toISOString() };
}

const MINUTE_MS = 60 * 1000;

/** What the fields for a date with a time show: whole minutes, in which the span lies. */
export function toFields({ from, to }: Pick<UndoQuery, "from" | "to">): [from: string, to: string] {
  const end = Math.ceil(Date.parse(to) / MINUTE_MS) * MINUTE_MS;
  return [toField(Date.parse(from)), toField(end)];
}

function toField(instant: number): string {
  return new Date(instant).toISOString().slice(0, "2026-11-23T18:00".length);
}

const SUGGESTIONS = 8;

/** Pilots whose names match, also those who left the community. */
function pilotSearchQuery(search: string) {
  return queryOptions({
    queryKey: ["undo", "pilots", search],
    queryFn: async () => {
      const { items } = await body(api.admin.pilots.$get({ query: { search } }));
      return items.slice(0, SUGGESTIONS);
    },
    staleTime: 60_000,
  });
}

/** What undoing would change now. */
function undoQuery(query: UndoQuery) {
  return queryOptions({
    queryKey: ["undo", "preview", query],
    queryFn: () => body(api.admin.undo.$get({ query })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
