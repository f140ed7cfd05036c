import { Plural, t, Trans } from "#web/language/macros.ts";
import { useQuery, mutationOptions, queryOptions } from "@tanstack/react-query";
import { useState } from "react";
import type { Application } from "#shared/applications/applications.ts";
import type { Fact, FactKind, Missing, ChangeFact, DeclareFact } from "#shared/facts.ts";
import { HOUR_MS } from "#shared/time.ts";
import { serverNow } from "#web/lib/clock.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { LastTime, RelativeTime } from "#web/ui/time.tsx";
import { readNumber, typedNumber } from "#web/lib/form/typed-number.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog, Dialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { SelectField, TextareaField, TextField } from "#web/ui/form/form.tsx";
import { Link } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { applicationKey } from "./queries.ts";
import { api, body } from "#web/lib/api/api.ts";

/** What the application tells about pilots, and of how many it is not known. */
export default function FactsCard({ application: { id } }: { application: Application }) {
  const { data, isPending, refetch } = useQuery(factsQuery(id));
  const [isDeclaring, setIsDeclaring] = useState(false);
  const [changed, setChanged] = useState<Fact>();
  const [removed, setRemoved] = useState<Fact>();
  return (
    <Card
      isFlush
      title={t`Facts`}
      actions={
        <Button size="sm" onClick={() => setIsDeclaring(true)}>
          {t`Declare fact`}
        </Button>
      }
    >
      {isPending ? (
        <RowsSkeleton label={t`Loading the facts`} rows={2} />
      ) : !data ? (
        <LoadFailed title={t`The facts could not be loaded`} onRetry={refetch} />
      ) : data.items.length === 0 ? (
        <p className="px-4 py-3 text-text-2">
          <Trans>
            No facts yet. A program sends what Muster cannot read itself, and requirements can ask
            for it.
          </Trans>
        </p>
      ) : (
        <>
          <Late facts={data.items} />
          <ul aria-label={t`Facts`} className="divide-y divide-line-faint">
            {data.items.map((fact) => (
              <FactRow
                key={fact.id}
                fact={fact}
                onChange={() => setChanged(fact)}
                onRemove={() => setRemoved(fact)}
              />
            ))}
          </ul>
        </>
      )}
      {(isDeclaring || changed) && (
        <FactDialog
          applicationId={id}
          fact={changed}
          onClose={() => {
            setIsDeclaring(false);
            setChanged(undefined);
          }}
        />
      )}
      {removed && (
        <RemoveFactDialog applicationId={id} fact={removed} onClose={() => setRemoved(undefined)} />
      )}
    </Card>
  );
}

/** When the application last told one of the facts that are late, and what follows. */
function Late({ facts }: { facts: readonly Fact[] }) {
  const since = facts
    .filter(isLate)
    .map(({ asOf }) => asOf ?? "")
    .toSorted()
    .at(-1);
  if (since === undefined) return null;
  return (
    <div className="px-4 pt-3">
      <Alert tone="warn">
        <Trans>
          Late: last sent <RelativeTime at={since} />. Late values are unknown: no one gets in and
          no one is removed because of them.
        </Trans>
      </Alert>
    </div>
  );
}

const isLate = ({ asOf, maxAgeHours }: Fact): boolean =>
  asOf !== null && serverNow() - Date.parse(asOf) > maxAgeHours * HOUR_MS;

type FactRowProps = { fact: Fact; onChange: () => void; onRemove: () => void };

function FactRow({ fact, onChange, onRemove }: FactRowProps) {
  const { title, key, kind, writtenAt, pilots, late, unknown, usedBy } = fact;
  const isUsed = usedBy.length > 0;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          <bdi>{title}</bdi> <code className="text-sm text-text-2">{key}</code>
          {isLate(fact) && <Chip tone="warn">{t`Late`}</Chip>}
        </p>
        <p className="text-sm text-text-2">
          {kindText(kind)} ·{" "}
          {isUsed ? (
            <Plural
              value={{ groups: usedBy.length }}
              one="used by # group"
              other="used by # groups"
            />
          ) : (
            t`used by no group`
          )}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <div className="text-end text-sm">
          <p>
            <LastTime at={writtenAt} never={t`Never written`} />
          </p>
          <p className="text-text-2">
            <Plural value={{ pilots }} one="# pilot has a value" other="# pilots have a value" />
            {late > 0 && (
              <>
                {" · "}
                <Plural value={{ late }} one="# late" other="# late" />
              </>
            )}
          </p>
          <p className="text-text-2">
            <Plural value={{ unknown }} one="unknown for # pilot" other="unknown for # pilots" />
          </p>
        </div>
        <span className="flex gap-1">
          <IconButton icon="edit" size="sm" label={t`Change ${title}`} onClick={onChange} />
          <IconButton icon="trash" size="sm" label={t`Delete ${title}`} onClick={onRemove} />
        </span>
      </div>
    </li>
  );
}

type Input = {
  title: string;
  key: string;
  kind: FactKind;
  options: string;
  days: string;
  missing: Missing;
};

const EMPTY: Input = {
  title: "",
  key: "",
  kind: "number",
  options: "",
  days: "7",
  missing: "unknown",
};
const KINDS: FactKind[] = ["yes_no", "number", "date", "one_of"];

type FactDialogProps = {
  applicationId: string;
  /** Without it, a new one is declared. */
  fact: Fact | undefined;
  onClose: () => void;
};

/** Declares a fact, or changes what may change: key and kind stay, because programs and requirements name them. */
function FactDialog({ applicationId, fact, onClose }: FactDialogProps) {
  const { input, problems, set, dialog } = useForm({
    initial: fact === undefined ? EMPTY : typed(fact),
    // The server says what is wrong: the schema would weigh more than the dialog.
    validate: ({ days, ...typedIn }) => ({
      value: {
        id: applicationId,
        before: fact,
        ...typedIn,
        options: typedIn.kind === "one_of" ? linesOf(typedIn.options) : [],
        maxAgeHours: Math.round(readNumber(days) * 24),
      },
    }),
    mutation: saveFactMutation,
    failed: fact === undefined ? t`Failed to declare the fact` : t`Failed to change the fact`,
    toProblems: ({ maxAgeHours, ...fields }) => ({
      ...fields,
      ...(maxAgeHours !== undefined && { days: t`Must be between one hour and 366 days` }),
    }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={fact === undefined ? t`Declare a fact` : t`Change the fact`}
      description={
        fact === undefined
          ? t`A program sends it with a token that has the right “Facts”. Requirements can ask for it.`
          : t`Its key is ${fact.key}. Key and kind stay, because programs and requirements use them.`
      }
      confirmLabel={fact === undefined ? t`Declare the fact` : t`Save`}
      busyLabel={fact === undefined ? t`Declaring...` : t`Saving...`}
      onClose={onClose}
    >
      <TextField
        label={t({ context: "of a fact", message: "Title" })}
        hint={t`As pilots read it, such as Fleets in the last 30 days`}
        required
        autoComplete="off"
        value={input.title}
        error={problems.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      {fact === undefined && (
        <>
          <TextField
            label={t`Key`}
            hint={t`As the program names it, such as fleets_30d`}
            required
            autoComplete="off"
            value={input.key}
            error={problems.key}
            onChange={({ target }) => set({ key: target.value })}
          />
          <SelectField
            label={t`Kind`}
            value={input.kind}
            options={KINDS.map((value) => ({ value, label: kindText(value) }))}
            onChange={({ target }) =>
              set({ kind: KINDS.find((kind) => kind === target.value) ?? "number" })
            }
          />
        </>
      )}
      {input.kind === "one_of" && (
        <TextareaField
          label={t`Options`}
          hint={t`One on each line`}
          value={input.options}
          error={problems.options}
          onChange={({ target }) => set({ options: target.value })}
        />
      )}
      <TextField
        label={t`Stale after, in days`}
        hint={t`An older value is unknown: no one gets in and no one is removed because of it.`}
        required
        inputMode="decimal"
        value={input.days}
        error={problems.days}
        onChange={({ target }) => set({ days: target.value })}
      />
      <SelectField
        label={t`A missing value means`}
        value={input.missing}
        options={[
          { value: "unknown", label: t`Unknown` },
          { value: "no", label: t`No: the condition is not met` },
        ]}
        onChange={({ target }) => set({ missing: target.value === "no" ? "no" : "unknown" })}
      />
      {fact !== undefined && fact.usedBy.length > 0 && (
        <AskingGroups fact={fact} onLeave={onClose} />
      )}
    </ConfirmDialog>
  );
}

function typed({ title, key, kind, options, maxAgeHours, missing }: Fact): Input {
  const days = typedNumber(Number((maxAgeHours / 24).toFixed(3)));
  return { title, key, kind, options: options.join("\n"), days, missing };
}

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

type RemoveFactDialogProps = { applicationId: string; fact: Fact; onClose: () => void };

/** A fact that requirements ask for stays: the dialog says whose. */
function RemoveFactDialog(props: RemoveFactDialogProps) {
  const { fact, onClose } = props;
  if (fact.usedBy.length === 0) return <Removal {...props} />;
  return (
    <Dialog
      onClose={onClose}
      title={t`The fact is in use`}
      description={t`It can be deleted when no requirements ask for it.`}
      footer={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <AskingGroups fact={fact} onLeave={onClose} />
    </Dialog>
  );
}

function Removal({ applicationId, fact: { key, title, pilots }, onClose }: RemoveFactDialogProps) {
  const dialog = useConfirmedChange(
    removeFactMutation,
    { id: applicationId, key },
    { done: t`Fact deleted`, failed: t`Failed to delete the fact`, onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Delete the fact?`}
      description={
        <Plural
          value={pilots}
          one="No requirements ask for it. Its value for # pilot is deleted with it."
          other="No requirements ask for it. Its values for # pilots are deleted with it."
        />
      }
      confirmLabel={t`Delete the fact`}
      busyLabel={t`Deleting...`}
    >
      <p className="font-medium wrap-anywhere">
        <bdi>{title}</bdi>
      </p>
    </ConfirmDialog>
  );
}

type AskingGroupsProps = {
  fact: Fact;
  /** Follows a link out of the dialog. */
  onLeave: () => void;
};

/** The groups whose requirements ask for a fact. */
function AskingGroups({ fact: { usedBy }, onLeave }: AskingGroupsProps) {
  return (
    <section className="text-sm">
      <h3 className="font-ui text-sm font-medium tracking-normal">{t`Groups that ask for it`}</h3>
      <ul className="mt-1 grid gap-1">
        {usedBy.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            <Link className="link" to={paths.adminGroup(id)} onClick={onLeave}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function factsQuery(id: string) {
  return queryOptions({
    queryKey: [...applicationKey(id), "facts"],
    queryFn: () => body(api.admin.applications[":id"].facts.$get({ param: { id } })),
  });
}

type TypedFact = DeclareFact & { id: string; before: Fact | undefined };

const saveFactMutation = mutationOptions({
  mutationFn: ({ id, before, ...typed }: TypedFact) => {
    const { facts } = api.admin.applications[":id"];
    if (before === undefined) return body(facts.$post({ param: { id }, json: typed }));
    const param = { id, key: before.key };
    return body(facts[":key"].$patch({ param, json: changesOf(before, typed) }));
  },
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: factsQuery(id).queryKey }),
});

/** Sends only what was edited, so that it does not overwrite another administrator's change of the other fields. */
function changesOf(before: Fact, after: DeclareFact): ChangeFact {
  const { title, options, maxAgeHours, missing } = after;
  return {
    ...(title !== before.title && { title }),
    ...(options.join("\n") !== before.options.join("\n") && { options }),
    ...(maxAgeHours !== before.maxAgeHours && { maxAgeHours }),
    ...(missing !== before.missing && { missing }),
  };
}

const removeFactMutation = mutationOptions({
  mutationFn: ({ id, key }: { id: string; key: string }) =>
    api.admin.applications[":id"].facts[":key"].$delete({ param: { id, key } }),
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: factsQuery(id).queryKey }),
});

function kindText(kind: FactKind): string {
  switch (kind) {
    case "yes_no":
      return t`Yes or no`;
    case "number":
      return t`Number`;
    case "date":
      return t`Date`;
    case "one_of":
      return t`One of some`;
  }
}
