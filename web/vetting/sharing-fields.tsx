import { Trans, t, Plural, ph } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useEffect, useRef } from "react";
import type { SharedSection, GroupForm } from "#shared/groups/forms.ts";
import type { Shared } from "#shared/vetting.ts";
import { Card } from "#web/ui/card.tsx";
import { Check } from "#web/ui/form/choices.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { SECTION_HINTS, SECTION_LABELS } from "#web/memberships/words.ts";
import { valuesOf } from "./shared-values.tsx";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { ROLE_LABELS } from "#web/lib/labels.ts";
import { Icon } from "#web/ui/icon.tsx";

/** The characters that share each section. */
export type Chosen = Partial<Record<SharedSection, number[]>>;

type SharingFieldsProps = {
  values: readonly Shared[];
  chosen: Chosen;
  /** While a change is saved, and where no more may be shared. */
  isLocked?: boolean;
  mayAdd?: boolean;
  onChange: (chosen: Chosen) => void;
};

/** A box for each section and character, with the exact value beside it. */
export function SharingFields(props: SharingFieldsProps) {
  const { values, chosen, isLocked = false, mayAdd = true, onChange } = props;
  return (
    <Card title={t`What you share`} isFlush>
      <p className="p-4 text-text-2">
        <Trans>
          These are the values that reviewers would see now. They are read live from your account
          while you share; Muster makes no copy.
        </Trans>
      </p>
      {values.map((shared) => {
        const { section, characters } = shared;
        const texts = valuesOf(shared);
        const ids = chosen[section] ?? [];
        const label = say(SECTION_LABELS[section]);
        const set = (next: number[]) => onChange({ ...chosen, [section]: next });
        return (
          <fieldset key={section} className="border-t border-line-faint p-4">
            <legend className="sr-only">{label}</legend>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              {characters.length > 1 ? (
                <AllOf
                  label={label}
                  all={characters.length}
                  chosen={ids.length}
                  isDisabled={isLocked || (!mayAdd && ids.length === 0)}
                  onChange={(isOn) =>
                    set(isOn && mayAdd ? characters.map(({ characterId }) => characterId) : [])
                  }
                />
              ) : (
                <p aria-hidden="true" className="font-medium">
                  {label}
                </p>
              )}
              <p className="text-sm text-text-2">{ids.length === 0 ? t`Not shared` : t`Shared`}</p>
            </div>
            <p className="text-sm text-text-2">{say(SECTION_HINTS[section])}</p>
            <ul className="mt-2">
              {characters.map(({ characterId, name }) => {
                const isShared = ids.includes(characterId);
                return (
                  <li key={characterId}>
                    <label className="flex min-h-7.5 cursor-pointer flex-wrap items-center gap-x-2 max-md:min-h-11">
                      <Check
                        type="checkbox"
                        className="shrink-0"
                        checked={isShared}
                        disabled={isLocked || (!isShared && !mayAdd)}
                        onChange={() =>
                          set(
                            isShared
                              ? ids.filter((id) => id !== characterId)
                              : [...ids, characterId],
                          )
                        }
                      />
                      <bdi className="wrap-anywhere">{name}</bdi>
                      <span
                        className={
                          isShared ? "ml-auto tabular-nums" : "ml-auto text-text-2 tabular-nums"
                        }
                      >
                        {!isShared && <VisuallyHidden>{t`not shared:`} </VisuallyHidden>}
                        {texts.get(characterId)}
                      </span>
                    </label>
                  </li>
                );
              })}
            </ul>
            {ids.length === 0 && (
              <p className="mt-1 text-sm text-text-2">
                {t`Reviewers see that this was asked and not given.`}
              </p>
            )}
          </fieldset>
        );
      })}
    </Card>
  );
}

type AllOfProps = {
  label: string;
  all: number;
  chosen: number;
  isDisabled: boolean;
  onChange: (isOn: boolean) => void;
};

/** Gives a section of all characters, or takes it back. */
function AllOf({ label, all, chosen, isDisabled, onChange }: AllOfProps) {
  const boxRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (boxRef.current) boxRef.current.indeterminate = chosen > 0 && chosen < all;
  }, [all, chosen]);
  return (
    <label className="flex min-h-7.5 cursor-pointer items-center gap-2 font-medium max-md:min-h-11">
      <Check
        ref={boxRef}
        type="checkbox"
        className="shrink-0"
        checked={chosen === all}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}

/** The choice as the API takes it. */
export function toSections(chosen: Chosen): { section: SharedSection; characterIds: number[] }[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of `Chosen`
  const entries = Object.entries(chosen) as [SharedSection, number[]][];
  return entries.flatMap(([section, characterIds]) =>
    characterIds.length === 0 ? [] : [{ section, characterIds }],
  );
}

/** Who reads what an applicant answers and shares. */
export function Readers({ reviewers }: { reviewers: GroupForm["reviewers"] }) {
  const { managers, group } = reviewers;
  return (
    <Card title={t`Who may read it`}>
      <ul className="grid gap-2">
        {managers.map(({ userId, mainCharacterId, name, role }) => (
          <li key={userId}>
            <PilotName characterId={mainCharacterId} name={name} size={24}>
              {say(ROLE_LABELS[role])}
            </PilotName>
          </li>
        ))}
        {group !== null && (
          <li className="flex items-center gap-2">
            <Icon name="group" />
            <span>
              {group.name === null || group.memberCount === null ? (
                t`Members of a group that you do not see`
              ) : (
                <Trans>
                  <Plural
                    value={ph({ count: group.memberCount })}
                    one="# member of"
                    other="# members of"
                  />{" "}
                  <bdi className="font-medium">{ph({ groupName: group.name })}</bdi>
                </Trans>
              )}
            </span>
          </li>
        )}
      </ul>
      <p className="mt-3 text-sm text-text-2">
        <Trans>
          Administrators of this site can read your answers. What you share is for the people above
          alone: it is in no post, no export and no application. You are told each time one of them
          looks.
        </Trans>
      </p>
    </Card>
  );
}
