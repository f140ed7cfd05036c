import { Trans, t } from "#web/language/macros.ts";
import type { CharacterOverview } from "#shared/characters.ts";
import type { Condition, CharacterCondition, Requirement } from "#shared/requirements/tree.ts";
import { Lock } from "#web/eve/images.tsx";
import { Button } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useQuery } from "@tanstack/react-query";
import { perLanguage } from "#web/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import { overviewQuery } from "#web/lib/api/queries.ts";

/** A whole rule in a sentence. */
type Preset = { sentence: string; tree: Requirement; names: Partial<RuleNames> };

/** What a doctrine, a wing or a home channel asks for most often. */
const SKILL_POINTS = 10_000_000;
/** "10 million", "1000万". */
const inWords = perLanguage(
  (tag) => new Intl.NumberFormat(tag, { notation: "compact", compactDisplay: "long" }),
);

/** Rules that people mean, about the alliance and the corporation of the reader's main. */
function presetsFor(overview: CharacterOverview | undefined): Preset[] {
  const main = overview?.characters.find(({ isMain }) => isMain);
  if (main === undefined) return [];
  const { allianceId, allianceName, corporationId, corporationName } = main;
  return [
    ...(allianceId === null || allianceName === null
      ? []
      : presetsOf(allianceName, allianceId, "alliance")),
    ...(corporationId === null || corporationName === null
      ? []
      : presetsOf(corporationName, corporationId, "corporation").slice(0, 1)),
  ];
}

function presetsOf(name: string, id: number, of: "alliance" | "corporation"): Preset[] {
  const isIn: CharacterCondition =
    of === "alliance"
      ? { type: "alliance", allianceIds: [id] }
      : { type: "corporation", corporationIds: [id] };
  const hasPoints: CharacterCondition = { type: "total_sp", minimum: SKILL_POINTS };
  const isNotBad: CharacterCondition = { type: "standing", minimum: 0, of, ownerId: id };
  const skillPoints = inWords().format(SKILL_POINTS);
  const names = { eve: { [id]: name } };
  return [
    { sentence: t`Pilots of ${name}`, tree: mainHas(isIn), names },
    {
      sentence: t`Pilots of ${name} with ${skillPoints} skill points`,
      tree: mainHas(isIn, hasPoints),
      names,
    },
    {
      sentence: t`Pilots of ${name} with ${skillPoints} skill points and no bad standing`,
      tree: mainHas(isIn, hasPoints, isNotBad),
      names,
    },
  ];
}

function mainHas(...conditions: CharacterCondition[]): Requirement {
  const of = conditions.map((meet) => ({
    type: "characters" as const,
    which: "main" as const,
    meet,
  }));
  return { type: "all", of };
}

type NoRequirementsProps = {
  onPreset: (preset: Preset) => void;
  onAdd: (condition: Condition) => void;
  onPick: () => void;
  /** Owners may not use every condition. */
  canUseAll: boolean;
};

/** Before the first condition: whole rules in a sentence, and three ways to begin. */
export function NoRequirements({ onPreset, onAdd, onPick, canUseAll }: NoRequirementsProps) {
  const overview = useQuery(overviewQuery);
  const presets = presetsFor(overview.data);
  return (
    <div className="card grid justify-items-center gap-2 rounded-card border border-line-faint bg-surface-1 px-6 py-10 text-center">
      <Lock tone="signal" className="mb-3">
        <span className="grid size-10 place-items-center text-text-2">
          <Icon name="plus" size={20} />
        </span>
      </Lock>
      <h2 className="text-lg">{t`No requirements`}</h2>
      <p className="max-w-96 text-text-2">
        <Trans>
          Everybody who can see this group may join or ask to join. Start from one of these, or from
          an empty rule.
        </Trans>
      </p>
      {canUseAll && overview.isError && !overview.data && (
        <LoadFailed title={t`Your pilots could not be loaded`} onRetry={overview.refetch} />
      )}
      {canUseAll && presets.length > 0 && (
        <fieldset aria-label={t`Whole rules`} className="mt-3 grid w-full max-w-120 gap-2">
          {presets.map((preset) => (
            <Button key={preset.sentence} onClick={() => onPreset(preset)}>
              <span className="wrap-anywhere whitespace-normal">{preset.sentence}</span>
            </Button>
          ))}
        </fieldset>
      )}
      <div className="mt-3 grid w-full max-w-80 gap-2">
        <Button onClick={() => onAdd({ type: "corporation", corporationIds: [] })}>
          {t`Everybody in our corporation`}
        </Button>
        <Button onClick={() => onAdd({ type: "alliance", allianceIds: [] })}>
          {t`Everybody in our alliance`}
        </Button>
        <Button onClick={() => onAdd({ type: "skills", name: "", skills: [] })}>
          {t`Pilots with a list of skills`}
        </Button>
        <Button variant="primary" onClick={onPick}>
          {t`Add a condition`}
        </Button>
      </div>
    </div>
  );
}
