import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { useDebounced } from "#web/lib/form/use-debounced.ts";
import { Button } from "#web/ui/button.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { corporationSearchQuery } from "./queries.ts";

const SEARCH_DEBOUNCE_MS = 400;

type Props = {
  chosen: string | undefined;
  /** The name of the chosen corporation, if Muster knows it. */
  name: string | undefined;
  onChoose: (corporationId: string | undefined) => void;
};

/** Users with any character in a corporation. */
export function CorporationFilter({ chosen, name, onChoose }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (chosen !== undefined) {
    return (
      <span className="inline-flex min-h-9 items-center gap-1 rounded-control border border-signal bg-signal-dim pl-3 text-sm max-md:min-h-11">
        <bdi className="max-w-56 truncate">{name ?? t`Corporation ${chosen}`}</bdi>
        <IconButton
          icon="close"
          label={t`All corporations`}
          size="sm"
          onClick={() => onChoose(undefined)}
        />
      </span>
    );
  }
  if (!isOpen) {
    return (
      <Button
        size="sm"
        className="min-h-9 font-normal max-md:min-h-11"
        onClick={() => setIsOpen(true)}
      >
        <Trans>Corporation</Trans>
      </Button>
    );
  }
  return (
    <div className="w-full max-w-80">
      <CorporationSearch
        onChoose={(id) => {
          setIsOpen(false);
          onChoose(id);
        }}
      />
    </div>
  );
}

function CorporationSearch({ onChoose }: { onChoose: (corporationId: string) => void }) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS);
  const isEnabled = search.length >= SEARCH_MIN_LENGTH;
  const { data, isFetching } = useQuery({
    ...corporationSearchQuery(search),
    enabled: isEnabled,
  });
  const hits = isEnabled ? (data?.items ?? []) : [];
  return (
    <SuggestField
      label={t`Corporation`}
      placeholder={t`Name of the corporation`}
      value={typed}
      onChange={setTyped}
      onPick={({ key }) => onChoose(String(key))}
      suggestions={hits.map(({ id, name }) => ({ key: id, text: name }))}
      note={
        isEnabled && !isFetching && hits.length === 0
          ? t`No corporation matches this name.`
          : undefined
      }
    />
  );
}
