import { useQuery } from "@tanstack/react-query";
import { t } from "#web/language/macros.ts";
import { perLanguage } from "#web/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import type { CharacterCondition, Requirement } from "#shared/requirements/tree.ts";
import { overviewQuery } from "#web/lib/own-characters.ts";

/** A whole rule in a sentence. */
export type Preset = { sentence: string; tree: Requirement; names: Partial<RuleNames> };

/** What a doctrine, a wing or a home channel asks for most often. */
const SKILL_POINTS = 10_000_000;
/** "10 million", "1000万". */
const inWords = perLanguage(
  (tag) => new Intl.NumberFormat(tag, { notation: "compact", compactDisplay: "long" }),
);

/** Rules that people mean, about the alliance and the corporation of the reader's main. */
export function usePresets(): Preset[] {
  const { data } = useQuery(overviewQuery);
  const main = data?.characters.find(({ isMain }) => isMain);
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
