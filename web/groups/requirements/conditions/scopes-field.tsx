import { Trans } from "#web/language/macros.ts";
import { describeScopes, KNOWN_SCOPES } from "#web/eve/scopes.ts";
import { Check } from "#web/ui/form/check.tsx";
import type { ValueProps } from "./condition-form.tsx";

/** What an authorization must cover: nothing, if any valid one will do. */
export default function ScopesField({ condition, onChange }: ValueProps<"authorization">) {
  const { scopes } = condition;
  // A rule may ask for permissions that Muster does not ask for any more.
  const offered = [...new Set([...KNOWN_SCOPES, ...scopes])];
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        <Trans>It must allow Muster to read</Trans>
      </legend>
      <p className="-mt-1 mb-1 text-sm text-text-2">
        <Trans>Nothing chosen: any valid authorization meets the condition.</Trans>
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {offered.map((scope) => (
          <label
            key={scope}
            className="flex min-h-8 cursor-pointer items-center gap-2 max-md:min-h-11"
          >
            <Check
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                onChange({
                  ...condition,
                  scopes: target.checked
                    ? [...scopes, scope]
                    : scopes.filter((one) => one !== scope),
                })
              }
            />
            <span className="first-letter:uppercase">{describeScopes([scope])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
