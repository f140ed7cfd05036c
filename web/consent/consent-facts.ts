import { msg, ph, plural, t } from "#web/language/macros.ts";
import type { ConsentFacts } from "#shared/applications/consent.ts";
import { formatInteger } from "#web/lib/format.ts";
import { listed, sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";

/** One thing that an application learns: in words, and the user's own values. */
type LearnedFact = { key: string; title: string; values: Piece[] };

const MOST_NAMES = 12;

/** What the application will know. */
export function learnedFacts(will: ConsentFacts): LearnedFact[] {
  const { main, picture, affiliation, groups, groupCount, characters, email } = will;
  const learned: LearnedFact[] = [];
  if (main !== null) {
    const name = { name: main.name };
    const values = picture ? sentence(msg`${ph({ mainName: name })}, with portrait`) : [name];
    learned.push({ key: "main", title: t`Your main character`, values });
  }
  if (affiliation !== null) {
    const title = t`Corporation and alliance`;
    learned.push({ key: "corporation", title, values: affiliationOf(affiliation) });
  }
  if (characters !== null) {
    learned.push({
      key: "characters",
      title: t`All your characters, ${ph({ count: formatInteger(characters.length) })}`,
      values: listed(characters, "and", MOST_NAMES),
    });
  }
  if (groups !== null) {
    learned.push({
      key: "groups",
      title:
        groups.length === 0
          ? t`None of your groups`
          : t`${ph({ count: formatInteger(groups.length) })} of your ${plural(groupCount, { one: "# group", other: "# groups" })}`,
      values:
        groups.length === 0
          ? [t`You are in no group that it is told about. It learns when you join one.`]
          : listed(groups, "and", MOST_NAMES),
    });
  }
  if (email) {
    learned.push({
      key: "email",
      title: t`An email address made by Muster`,
      values: [t`It receives no mail. Your own address is not known here.`],
    });
  }
  if (learned.length === 0) {
    learned.push({
      key: "id",
      title: t`An identifier`,
      values: [t`It says that you are the same person as before, and nothing about you.`],
    });
  }
  return learned;
}

function affiliationOf({
  corporationName,
  allianceName,
}: NonNullable<ConsentFacts["affiliation"]>): Piece[] {
  if (corporationName === null) return [t`Not read yet`];
  const name = { name: corporationName };
  if (allianceName === null) return sentence(msg`${ph({ corporationName: name })}, in no alliance`);
  return [name, ", ", { name: allianceName }];
}

/** What people may worry about and the application will not know. */
export function hiddenFacts({ groups, characters }: ConsentFacts): string {
  if (characters === null) {
    return groups === null
      ? t`Your other characters, your groups, your wallet, skills and location, your Discord. It gets no access to EVE.`
      : t`Your other characters, your other groups, your wallet, skills and location, your Discord. It gets no access to EVE.`;
  }
  return groups === null
    ? t`Your groups, your wallet, skills and location, your Discord. It gets no access to EVE.`
    : t`Your other groups, your wallet, skills and location, your Discord. It gets no access to EVE.`;
}
