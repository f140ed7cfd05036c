import { useEffect, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";

type CorporationSearchProps = { search: string; onSearch: (search: string) => void };

/** By name or ticker, on the button or Enter. */
export function CorporationSearch({ search, onSearch }: CorporationSearchProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  // The address may change without the field: by the back button, by Clear Search.
  useEffect(() => {
    if (fieldRef.current) fieldRef.current.value = search;
  }, [search]);
  return (
    <search aria-label="Corporations">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(fieldRef.current?.value.trim() ?? "");
        }}
      >
        <TextField
          ref={fieldRef}
          type="search"
          label="Search"
          placeholder="Name or ticker"
          defaultValue={search}
          maxLength={255}
          className="min-w-40 flex-1 md:max-w-96"
        />
        <Button type="submit" icon={<Icon name="search" />}>
          Search
        </Button>
        {search !== "" && (
          <Button variant="ghost" icon={<Icon name="close" />} onClick={() => onSearch("")}>
            Clear Search
          </Button>
        )}
      </form>
    </search>
  );
}
