import { fold } from "#shared/fold.ts";
import { Trans, t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Portrait } from "#web/eve/images.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { useOwnerCandidates } from "./use-owner-candidates.ts";

const TransferDialog = lazy(() => import("./transfer-dialog.tsx"));

/** The new owner is searched among the members: there may be thousands of them. */
export default function TransferCard({ group }: { group: Group }) {
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
  if (group.memberCount === 1) {
    return (
      <Card anchor="group-owner" title={t`Transfer Ownership`}>
        <p className="text-text-2">
          <Trans>This group has no other members. Only a member can become its owner.</Trans>
        </p>
      </Card>
    );
  }
  return (
    <Card anchor="group-owner" title={t`Transfer Ownership`}>
      <Form className="grid gap-3" onSubmit={onSubmit}>
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
          <Trans>Transfer Ownership</Trans>
        </Button>
      </Form>
      <Suspense>
        {newOwner && (
          <TransferDialog
            group={group}
            newOwner={newOwner}
            onClose={() => setNewOwner(undefined)}
          />
        )}
      </Suspense>
    </Card>
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
