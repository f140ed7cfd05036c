import { lazy, Suspense, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { fold, SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { t } from "#web/language/macros.ts";
import { Button } from "#web/ui/button.tsx";
import { Portrait } from "#web/eve/images.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { itemsOf } from "#web/lib/api/pages.ts";
import { useDebounced } from "#web/lib/form/use-search.ts";
import { membersQuery } from "./queries.ts";

const ActionDialog = lazy(() => import("./member-dialogs.tsx"));

/** The new owner is searched among the members: there may be thousands of them. */
export default function TransferSetting({ group }: { group: Group }) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [picked, setPicked] = useState<GroupMember>();
  const [newOwner, setNewOwner] = useState<GroupMember>();
  const { candidates, note } = useOwnerCandidates(group.id, picked ? "" : typed.trim());

  function onSubmit() {
    const name = fold(typed.trim());
    const chosen =
      picked ??
      candidates.find(({ mainCharacterName: main }) => main !== null && fold(main) === name);
    if (chosen) setNewOwner(chosen);
    else setProblem(t`Please select a new owner`);
  }
  return (
    <section id="group-owner" className="flex flex-wrap items-start gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-lg">{t`Transfer Ownership`}</h2>
        <p className="mt-0.5 max-w-[60ch] text-text-2">
          {group.memberCount === 1
            ? t`This group has no other members. Only a member can become its owner.`
            : t`Another member becomes the owner. You stay as an admin.`}
        </p>
      </div>
      {group.memberCount > 1 && (
        <Form className="grid min-w-0 flex-1 basis-72 gap-3 md:max-w-90" onSubmit={onSubmit}>
          <SuggestField
            label={t`New owner`}
            hint={t`Search among the members of the group.`}
            placeholder={t`Name of a member`}
            value={typed}
            error={problem}
            suggestions={candidates.map(toSuggestion)}
            note={problem === undefined ? note : undefined}
            onChange={(value) => {
              setTyped(value);
              setPicked(undefined);
              setProblem(undefined);
            }}
            onPick={({ key }) => setPicked(candidates.find(({ userId }) => userId === key))}
          />
          <Button type="submit" variant="danger">
            {t`Transfer Ownership`}
          </Button>
        </Form>
      )}
      <Suspense>
        {newOwner && (
          <ActionDialog
            action="makeOwner"
            member={newOwner}
            group={group}
            onClose={() => setNewOwner(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
}

/** A member without a main is not found by a search. */
function toSuggestion({ userId, mainCharacterId, mainCharacterName }: GroupMember) {
  return {
    key: userId,
    text: mainCharacterName ?? "",
    icon: mainCharacterId !== null && <Portrait characterId={mainCharacterId} size={24} />,
  };
}

/** The debounce of a character search. */
const SEARCH_DEBOUNCE_MS = 400;
const MAX_CANDIDATES = 20;

/** The members who can become the owner and whose names contain the typed text, once typing has paused. */
function useOwnerCandidates(groupId: string, typed: string) {
  const search = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const isSearched = search === typed && search.length >= SEARCH_MIN_LENGTH;
  const { data, isFetching, isError } = useInfiniteQuery({
    ...membersQuery(groupId, { search }),
    enabled: isSearched,
  });
  const candidates = isSearched ? itemsOf(data).filter(({ can }) => can.makeOwner) : [];
  const none = t`No member who can become the owner matches this name.`;
  return {
    candidates: candidates.slice(0, MAX_CANDIDATES),
    note: !isSearched
      ? undefined
      : isError
        ? t`The search is unavailable right now. Try again.`
        : isFetching
          ? t`Searching...`
          : candidates.length === 0
            ? none
            : undefined,
  };
}
