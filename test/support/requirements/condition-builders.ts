import type { CharacterCondition, Requirement } from "#shared/requirements/tree.ts";

export const all = (...of: Requirement[]): Requirement => ({ type: "all", of });
export const any = (...of: Requirement[]): Requirement => ({ type: "any", of });
export const not = (of: Requirement): Requirement => ({ type: "not", of });

/** A rule that one character meets. */
export const anyCharacter = (...of: CharacterCondition[]): Requirement => ({
  type: "characters",
  which: "any",
  meet: { type: "all", of },
});

export const skill = (skillId: number, level: number): CharacterCondition => ({
  type: "skills",
  name: "Skills",
  skills: [{ skillId, level }],
});

export const hasRole = (...roles: string[]) => anyCharacter({ type: "roles", roles });

export const hasTitle = (corporationId: number, ...titleIds: number[]) =>
  anyCharacter({ type: "titles", corporationId, titleIds });

export const hasStanding = (of: "corporation" | "alliance", ownerId: number) =>
  anyCharacter({ type: "standing", minimum: 5, of, ownerId });
