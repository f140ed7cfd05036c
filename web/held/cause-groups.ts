import { fold } from "#shared/fold.ts";
import { msg, t } from "#web/language/macros.ts";
import type { Cause } from "#shared/requirements/cause.ts";
import type { HeldDetail, HeldUser } from "#shared/requirements/held.ts";
import { capitalized, listed, sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { conditionText, isOnCharacter, predicate } from "#web/requirements-text/condition-text.ts";
import { eveName } from "#web/requirements-text/names.ts";

export type CauseGroup = { key: string; title: Piece[]; users: HeldUser[] };

/** The users by their first cause, the largest group first. */
export function groupByCause(
  users: readonly HeldUser[],
  trigger?: HeldDetail["trigger"],
): CauseGroup[] {
  const groups = Map.groupBy(users, ({ causes: [cause] }) => keyOf(cause));
  const by = {
    name:
      (trigger?.kind === "asked" ? trigger.actorName : null) ??
      t({ context: "instead of its name", message: "a former user" }),
  };
  const asked: Piece[] | undefined =
    trigger?.kind === "asked"
      ? sentence(trigger.isReview ? msg`Reviewed for ${by}` : msg`Asked for by ${by}`)
      : undefined;
  return [...groups]
    .map(([key, users]) => ({ key, title: asked ?? titleOf(users[0]?.causes[0]), users }))
    .toSorted((a, b) => b.users.length - a.users.length);
}

function keyOf(cause: Cause | undefined): string {
  if (cause === undefined) return "";
  const { condition, isNegated, which, reading } = cause;
  const { fact } = reading;
  const corporationId = fact?.type === "affiliation" ? fact.corporationId : null;
  return JSON.stringify([condition, isNegated, which, corporationId]);
}

/** "Not in Null Concord: Perkone Holdings", "Discord is not linked", "A character does not have a valid authorization". */
function titleOf(cause: Cause | undefined): Piece[] {
  if (cause === undefined) return [t`No character to check`];
  const { condition, isNegated, which, names, reading } = cause;
  if (!isOnCharacter(condition)) {
    return conditionText(condition, null, names, { negation: isNegated ? null : "whole" });
  }
  const { fact } = reading;
  if (fact?.type === "affiliation") {
    const ids =
      condition.type === "alliance"
        ? condition.allianceIds
        : condition.type === "corporation"
          ? condition.corporationIds
          : [];
    const wanted = listed(
      ids.map((id) => eveName(names, id)),
      "or",
      3,
    );
    const corporation = { name: eveName(names, fact.corporationId) };
    return sentence(
      isNegated ? msg`In ${wanted}: ${corporation}` : msg`Not in ${wanted}: ${corporation}`,
    );
  }
  if (which === "main" || (which === "any" && !isNegated)) {
    return conditionText(condition, which, names, { negation: isNegated ? null : "whole" });
  }
  const conditions = predicate(condition, names, !isNegated);
  return capitalized(sentence(msg`a character ${conditions}`));
}

/** When the facts of the causes were read: the oldest and the newest. */
export function readingSpan(users: readonly HeldUser[]): { from: string; to: string } | null {
  const times = users
    .flatMap(({ causes }) => causes.map(({ reading }) => reading.asOf))
    .filter((at) => at !== null)
    .toSorted();
  const [from, to] = [times.at(0), times.at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
}

export function filterByName(users: readonly HeldUser[], search: string): readonly HeldUser[] {
  const wanted = fold(search.trim());
  if (wanted === "") return users;
  return users.filter(({ mainCharacterName, causes }) =>
    [mainCharacterName, ...causes.map(({ character }) => character?.characterName)].some(
      (name) => name != null && fold(name).includes(wanted),
    ),
  );
}
