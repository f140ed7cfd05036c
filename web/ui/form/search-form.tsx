import { Trans } from "#web/language/macros.ts";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { TextField } from "./field.tsx";

type SearchFormProps = {
  /** What is searched, for screen readers: "Corporations". */
  subject: string;
  /** The search in the address that counts: see `search` of the page. */
  search: string;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  minLength?: number;
  maxLength: number;
};

/** A search on button click or Enter, kept in the address as `search`. */
export function SearchForm({ subject, search, ...field }: SearchFormProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  const [, setParams] = useSearchParams();
  // The back button and Clear search change the URL without changing the field.
  useEffect(() => {
    if (fieldRef.current) fieldRef.current.value = search;
  }, [search]);
  const onSearch = (next: string) =>
    setParams(
      (params) => {
        const changed = new URLSearchParams(params);
        if (next === "") changed.delete("search");
        else changed.set("search", next);
        return changed;
      },
      { preventScrollReset: true },
    );
  return (
    <search aria-label={subject}>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(fieldRef.current?.value.trim() ?? "");
        }}
      >
        <TextField
          {...field}
          ref={fieldRef}
          type="search"
          defaultValue={search}
          className="min-w-40 flex-1 md:max-w-96"
        />
        <Button type="submit" icon={<Icon name="search" />}>
          <Trans context="button">Search</Trans>
        </Button>
        {search !== "" && (
          <Button
            variant="ghost"
            icon={<Icon name="close" />}
            onClick={() => {
              onSearch("");
              fieldRef.current?.focus();
            }}
          >
            <Trans>Clear search</Trans>
          </Button>
        )}
      </form>
    </search>
  );
}
