import type { ConsentFacts } from "#shared/applications/consent.ts";
import { formatCount, formatInteger } from "#web/lib/format.ts";
import { listed } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";

/** One thing that an application learns: in words, and the user's own values. */
export type LearnedFact = { key: string; title: string; values: Piece[] };

const MOST_NAMES = 12;

/** What the application will know. */
export function learnedFacts(will: ConsentFacts): LearnedFact[] {
  const { main, picture, affiliation, groups, groupCount, characters, email } = will;
  const learned: LearnedFact[] = [];
  if (main !== null) {
    const name = { name: main.name };
    const values = picture ? [name, ", with portrait"] : [name];
    learned.push({ key: "main", title: "Your main character", values });
  }
  if (affiliation !== null) {
    const { corporationName, allianceName } = affiliation;
    const alliance: Piece[] =
      allianceName === null ? [", in no alliance"] : [", ", { name: allianceName }];
    const values =
      corporationName === null ? ["Not read yet"] : [{ name: corporationName }, ...alliance];
    learned.push({ key: "corporation", title: "Corporation and alliance", values });
  }
  if (characters !== null) {
    learned.push({
      key: "characters",
      title: `All your characters, ${formatInteger(characters.length)}`,
      values: listed(characters, "and", MOST_NAMES),
    });
  }
  if (groups !== null) {
    learned.push({
      key: "groups",
      title:
        groups.length === 0
          ? "None of your groups"
          : `${formatInteger(groups.length)} of your ${formatCount(groupCount, "group")}`,
      values:
        groups.length === 0
          ? ["You are in no group that it is told about. It learns when you join one."]
          : listed(groups, "and", MOST_NAMES),
    });
  }
  if (email) {
    learned.push({
      key: "email",
      title: "An email address made by Muster",
      values: ["It receives no mail. Your own address is not known here."],
    });
  }
  if (learned.length === 0) {
    learned.push({
      key: "id",
      title: "An identifier",
      values: ["It says that you are the same person as before, and nothing about you."],
    });
  }
  return learned;
}

/** What it will not know, of what people may worry about. */
export function hiddenFacts({ groups, characters }: ConsentFacts): string {
  const others = [
    ...(characters === null ? ["your other characters"] : []),
    groups === null ? "your groups" : "your other groups",
    "your wallet, skills and location",
    "your Discord",
  ];
  const text = others.join(", ");
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}. It gets no access to EVE.`;
}
