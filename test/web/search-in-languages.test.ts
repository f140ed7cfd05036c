import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { TRANSLATED } from "#shared/language/languages.ts";
import { CORPORATION_ROLES } from "#shared/requirements/roles.ts";
import { ADMIN_PLACES, placesOf, PLAYER_PLACES } from "#web/app/navigation/places.ts";
import { SETTINGS } from "#web/app/palette/settings.ts";
import { filterSections, sectionSkills } from "#web/characters/skill-book.ts";
import type { SkillSection } from "#web/characters/skill-book.ts";
import { findRoles, findSkills, inLanguage } from "#web/requirements/conditions/find-by-name.ts";
import { kindSections } from "#web/requirements/rule/kinds.ts";
import { englishRoleName, speakEveNames } from "#web/language/eve-names.ts";
import { sayInEnglish, say, speak } from "#web/language/messages.ts";
import { readCatalogue } from "#worker/universe/skills.ts";
import { administrator, found } from "./palette-users.ts";
import { readTexts } from "./read-texts.ts";

const names = z.record(z.string(), z.string());
const namesSchema = z.object({ types: names, skillGroups: names, roles: names });
const catalogue = readCatalogue();
const skills = catalogue.flatMap(({ groups }) => groups.flatMap((group) => group.skills));
const TRAINED = skills.map(({ id }) => ({
  skill_id: id,
  trained_skill_level: 5,
  active_skill_level: 5,
  skillpoints_in_skill: 256_000,
}));

describe.each(TRANSLATED)("in %s", (language) => {
  const file = readFileSync(`web/language/names/${language}.json`, "utf8");
  const eveNames = namesSchema.parse(JSON.parse(file));
  beforeEach(async () => {
    speak(language, await readTexts(language));
    speakEveNames(eveNames);
  });
  afterEach(() => {
    speak("en", {});
    speakEveNames(undefined);
  });

  test("every skill is found by its name and by its English one", () => {
    const named = skills.map(inLanguage);
    // EVE's German client has the English names.
    const hasNames = Object.keys(eveNames.types).length > 0;
    expect(named.some(({ name, english }) => name !== english)).toBe(hasNames);
    const sections = sectionSkills(TRAINED, catalogue);
    const sectionOf = new Map<number, SkillSection[]>(
      sections.flatMap((section) => section.skills.map(({ id }) => [id, [section]])),
    );
    // A skill is found or not whatever else there is.
    const missing = named.filter(
      (skill) =>
        ![skill.name, skill.english].every(
          (typed) =>
            findSkills([skill], typed).length > 0 &&
            filterSections(sectionOf.get(skill.id) ?? [], { text: typed, isMaxedOnly: false })
              .flatMap(({ skills: shown }) => shown)
              .some(({ id }) => id === skill.id),
        ),
    );
    expect(missing).toEqual([]);
  });

  test("every role of a corporation is found by its name and by its English one", () => {
    const missing = CORPORATION_ROLES.filter(
      (role) => !findRoles(englishRoleName(role)).some(({ key }) => key === role),
    );
    expect(missing).toEqual([]);
  });

  test("every kind of condition is found by its English name", () => {
    const kinds = kindSections("", true, false).flatMap((section) => section.kinds);
    expect(say(kinds[0]?.label ?? { id: "", message: "" })).not.toBe(
      sayInEnglish(kinds[0]?.label ?? { id: "", message: "" }),
    );
    const missing = kinds.filter(
      (kind) =>
        !kindSections(sayInEnglish(kind.label).replace(" ...", ""), true, false).some((section) =>
          section.kinds.includes(kind),
        ),
    );
    expect(missing).toEqual([]);
  });

  test("every page and every setting of the palette is found by its name and by its English one", () => {
    const settings = Object.values(SETTINGS).flatMap((place) => place.names.map(([name]) => name));
    const pages = [...Object.values(PLAYER_PLACES), ...ADMIN_PLACES.flatMap(placesOf)].map(
      ({ label }) => label,
    );
    const missing = [...settings, ...pages].filter((name) =>
      [say(name), sayInEnglish(name)].some(
        (typed) => !found(administrator, typed).some((text) => text.includes(say(name))),
      ),
    );
    expect(missing.map((name) => sayInEnglish(name))).toEqual([]);
  });
});
