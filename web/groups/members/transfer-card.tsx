import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { FormEvent } from "react";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { ROLE_LABELS, UNKNOWN_USER } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import { membersQuery } from "./queries.ts";

const TransferDialog = lazy(() => import("./transfer-dialog.tsx"));

export default function TransferCard({ group }: { group: Group }) {
  const list = useInfiniteQuery(membersQuery(group.id));
  const [newOwnerId, setNewOwnerId] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isConfirming, setIsConfirming] = useState(false);
  const candidates = itemsOf(list.data).filter(({ can }) => can.makeOwner);
  const chosen = candidates.find(({ userId }) => userId === newOwnerId);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (chosen) setIsConfirming(true);
    else setProblem("Please select a new owner");
  }
  if (list.data && candidates.length === 0) {
    return (
      <Card title="Transfer Ownership">
        <p className="text-text-3">
          The group has no other members yet. Only a member can become its owner.
        </p>
      </Card>
    );
  }
  return (
    <Card title="Transfer Ownership">
      <form noValidate className="grid gap-3" onSubmit={onSubmit}>
        <SelectField
          label="New owner"
          value={newOwnerId}
          error={problem}
          options={[
            { value: "", label: "Select a member" },
            ...candidates.map((member) => ({ value: member.userId, label: optionOf(member) })),
          ]}
          onChange={(event) => {
            setNewOwnerId(event.target.value);
            setProblem(undefined);
          }}
        />
        {list.hasNextPage && (
          <Button
            size="sm"
            variant="ghost"
            isBusy={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            Load more members
          </Button>
        )}
        <Button type="submit" variant="danger">
          Transfer Ownership
        </Button>
      </form>
      <Suspense>
        {chosen && isConfirming && (
          <TransferDialog group={group} newOwner={chosen} onClose={() => setIsConfirming(false)} />
        )}
      </Suspense>
    </Card>
  );
}

function optionOf({ mainCharacterName, role }: GroupMember): string {
  const name = mainCharacterName ?? UNKNOWN_USER;
  return role === "admin" ? `${name} (${ROLE_LABELS.admin})` : name;
}
