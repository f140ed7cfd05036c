import { plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { addCorporationSchema } from "#shared/corporations/corporations.ts";
import type { AddCorporation } from "#shared/corporations/corporations.ts";
import { addCorporationMutation, corporationLookupQuery } from "./queries.ts";
import { AddOwnCorporation, OwnCorporationBox, useOwnCorporation } from "./own-corporation.tsx";
import { INVALID_CHARACTER_ID, PilotFields, toId } from "./pilot-fields.tsx";
import { fieldsOf } from "#web/lib/api/api-error.ts";
import { useDebounced } from "#web/lib/form/use-search.ts";
import { useForm, check } from "#web/lib/form/use-form.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/form.tsx";

const LOOKUP_DEBOUNCE_MS = 400;
/** The shortest names of corporations in EVE have three letters. */
const MIN_NAME_LENGTH = 3;

type Input = Record<
  "corporationId" | "name" | "ticker" | "assignedCharacterId" | "assignedCharacterName",
  string
>;

const EMPTY_INPUT: Input = {
  corporationId: "",
  name: "",
  ticker: "",
  assignedCharacterId: "",
  assignedCharacterName: "",
};

const requestSchema = z.extend(addCorporationSchema, {
  assignedCharacterId: z.optional(
    z.int(INVALID_CHARACTER_ID).check(z.positive(INVALID_CHARACTER_ID)),
  ),
});

/** The director is optional, but a character name without an id is invalid. */
function toRequest(typed: Input): AddCorporation {
  const { corporationId, name, ticker, ...director } = typed;
  const characterName = director.assignedCharacterName.trim();
  const hasDirector = director.assignedCharacterId.trim() !== "" || characterName !== "";
  return {
    corporationId: toId(corporationId),
    name,
    ticker,
    ...(hasDirector && { assignedCharacterId: toId(director.assignedCharacterId) }),
    ...(characterName !== "" && { assignedCharacterName: characterName }),
  };
}

export default function AddCorporationDialog({ onClose }: { onClose: () => void }) {
  const { input, problems, set, dialog } = useForm({
    initial: EMPTY_INPUT,
    validate: (typed) => check(requestSchema, toRequest(typed)),
    mutation: addCorporationMutation,
    failed: t`Failed to add corporation`,
    onDone: () => {
      toast.success(t`Corporation added successfully!`);
      onClose();
    },
  });
  const lookup = useLookup(input);
  const own = useOwnCorporation();
  // What EVE fills in is not missing while EVE is asked, or where EVE has refused.
  const isFilledIn = lookup.isAsking || lookup.problem !== undefined;
  const found = lookup.found;
  useEffect(() => {
    if (!found) return;
    const { corporationId, name, ticker } = found;
    set({ corporationId: String(corporationId), name, ticker });
    // oxlint-disable-next-line react/exhaustive-deps -- Fill the fields once per answer, and keep later edits.
  }, [found]);
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Add Corporation`}
      description={t`Muster reads its public data. All other data needs a director.`}
      confirmLabel={t`Add Corporation`}
      busyLabel={t`Adding...`}
      onClose={onClose}
    >
      {own && (
        <div className="grid gap-2">
          <OwnCorporationBox own={own} />
          <AddOwnCorporation own={own} onAdded={onClose} />
        </div>
      )}
      <TextField
        label={t`Corporation ID`}
        hint={t`Or enter its full name: EVE finds the ID and the ticker.`}
        required
        autoComplete="off"
        value={input.corporationId}
        error={lookup.isAsking ? undefined : (lookup.problem ?? problems.corporationId)}
        onChange={(event) => set({ corporationId: event.target.value })}
      />
      <div className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <TextField
          label={t`Corporation name`}
          required
          autoComplete="off"
          value={input.name}
          error={isFilledIn ? undefined : problems.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label={t`Ticker`}
          required
          autoComplete="off"
          value={input.ticker}
          error={isFilledIn ? undefined : problems.ticker}
          onChange={(event) => set({ ticker: event.target.value })}
        />
        <output className="-mt-3 text-sm text-text-2 empty:hidden sm:col-span-2">
          {lookup.note}
        </output>
      </div>
      <PilotFields
        isRequired={false}
        input={{
          characterId: input.assignedCharacterId,
          characterName: input.assignedCharacterName,
        }}
        problems={{ id: problems.assignedCharacterId, name: problems.assignedCharacterName }}
        onChange={({ characterId, characterName }) =>
          set({ assignedCharacterId: characterId, assignedCharacterName: characterName })
        }
      />
    </ConfirmDialog>
  );
}

/**
 * Looks up a corporation by its id, else by its name, once typing has paused. The field of the id takes a name as well. If EVE is
 * unavailable, the user types the rest.
 */
function useLookup({ corporationId, name }: Input) {
  const first = corporationId.trim();
  const isId = toId(first) > 0;
  const typed = first === "" ? name.trim() : first;
  const settled = useDebounced(typed, LOOKUP_DEBOUNCE_MS);
  const canAsk = isId || typed.length >= MIN_NAME_LENGTH;
  const isEnabled = settled === typed && canAsk;
  const { data, error, isFetching } = useQuery({
    ...corporationLookupQuery(isId ? { corporationId: first } : { name: typed }),
    enabled: isEnabled,
  });
  if (!isEnabled) return { isAsking: canAsk };
  if (isFetching) return { isAsking: true, note: t`Asking EVE...` };
  if (data) {
    const { name: found, ticker, memberCount } = data;
    return {
      found: data,
      note: t`${found} [${ticker}], ${plural(memberCount, { one: "# member", other: "# members" })}`,
    };
  }
  const { corporationId: problem, name: unknown } = fieldsOf(error);
  const isAtId = unknown !== undefined && first !== "";
  if (problem !== undefined || isAtId) return { problem: problem ?? unknown };
  return {
    note: unknown ?? t`EVE is unavailable right now. Enter the name and the ticker yourself.`,
  };
}
