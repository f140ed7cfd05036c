import { Trans, t } from "#web/language/macros.ts";
import type { Condition } from "#shared/requirements/tree.ts";
import { Lock } from "#web/eve/lock.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { usePresets } from "./presets.ts";
import type { Preset } from "./presets.ts";

type NoRequirementsProps = {
  onPreset: (preset: Preset) => void;
  onAdd: (condition: Condition) => void;
  onPick: () => void;
  /** Owners may not ask for all of it. */
  canUseAll: boolean;
};

/** Before the first condition: whole rules in a sentence, and three ways to begin. */
export function NoRequirements({ onPreset, onAdd, onPick, canUseAll }: NoRequirementsProps) {
  const presets = usePresets();
  return (
    <div className="card grid justify-items-center gap-2 rounded-card border border-line-faint bg-surface-1 px-6 py-10 text-center">
      <Lock tone="signal" className="mb-3">
        <span className="grid size-10 place-items-center text-text-2">
          <Icon name="plus" size={20} />
        </span>
      </Lock>
      <h2 className="text-lg">
        <Trans>No requirements</Trans>
      </h2>
      <p className="max-w-96 text-text-2">
        <Trans>
          Everybody who can see this group may ask to join. Start from one of these, or from an
          empty rule.
        </Trans>
      </p>
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
          <Trans>Everybody in our corporation</Trans>
        </Button>
        <Button onClick={() => onAdd({ type: "alliance", allianceIds: [] })}>
          <Trans>Everybody in our alliance</Trans>
        </Button>
        <Button onClick={() => onAdd({ type: "skills", name: "", skills: [] })}>
          <Trans>Pilots with a list of skills</Trans>
        </Button>
        <Button variant="primary" onClick={onPick}>
          <Trans>Add a condition</Trans>
        </Button>
      </div>
    </div>
  );
}
