import { Trans, ph, t } from "#web/language/macros.ts";
import { sayShared } from "#web/language/shared-words.ts";
import { isForTests, MAX_REDIRECTS } from "#shared/applications/addresses.ts";
import { AddressField } from "#web/applications/address-field.tsx";
import { useInput } from "#web/lib/form/use-input.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

type UriListProps = {
  label: string;
  uris: readonly string[];
  /** Why an address is refused; undefined if it is not. */
  problemOf: (uri: string) => string | undefined;
  isBusy: boolean;
  /** How many there may be. */
  most?: number;
  /** `onSaved` empties the field. */
  onChange: (uris: string[], onSaved: () => void) => void;
};

/** Addresses, each removable, and a field that adds one once it is right. */
export function UriList({
  label,
  uris,
  problemOf,
  isBusy,
  most = MAX_REDIRECTS,
  onChange,
}: UriListProps) {
  const { input, problems, set, submit, reset } = useInput({
    initial: { typed: "" },
    validate: ({ typed }) => {
      const uri = typed.trim();
      const problem = uris.includes(uri) ? t`This address is already listed.` : problemOf(uri);
      return problem === undefined ? { value: uri } : { problems: { typed: sayShared(problem) } };
    },
  });
  function add() {
    const uri = submit();
    if (uri !== undefined) onChange([...uris, uri], () => reset());
  }
  return (
    <div className="grid gap-2">
      <ul aria-label={label} className="grid gap-2 empty:hidden">
        {uris.map((one) => (
          <li
            key={one}
            className="flex min-h-10 items-center gap-2 rounded-control border border-line-faint bg-surface-2 py-1 pr-2 pl-3"
          >
            <code className="min-w-0 flex-1 text-sm wrap-anywhere">{one}</code>
            {isForTests(one) && (
              <Chip>
                <Trans>for tests</Trans>
              </Chip>
            )}
            <IconButton
              icon="trash"
              size="sm"
              label={t`Remove ${one}`}
              isDisabled={isBusy}
              onClick={() =>
                onChange(
                  uris.filter((other) => other !== one),
                  () => undefined,
                )
              }
            />
          </li>
        ))}
      </ul>
      {uris.length < most && (
        <Form className="flex items-start gap-2" onSubmit={add}>
          <AddressField
            isLabelHidden
            className="flex-1"
            label={t`Add to ${ph({ list: label })}`}
            value={input.typed}
            error={problems.typed}
            onChange={({ target }) => set({ typed: target.value })}
          />
          <Button
            type="submit"
            isBusy={isBusy && input.typed.trim() !== ""}
            busyLabel={t`Adding...`}
          >
            <Trans>Add</Trans>
          </Button>
        </Form>
      )}
    </div>
  );
}
