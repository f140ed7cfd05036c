import { ph, plural, t } from "#web/language/macros.ts";
import type { ReviewedMember } from "#shared/groups/reviews.ts";
import { DAY_MS } from "#shared/time.ts";
import { daysSince, eveDay, eveMoment } from "#web/lib/time.ts";

/** A member who was not seen for longer is worth a look. */
export const UNSEEN_DAYS = 30;

/** `usual`: nothing to look at; `unknown`: neutral. */
export type ShownFact = { text: string; tone: "usual" | "none" | "unknown" | "flag" | "bad" };

export type Evidence = {
  seen: ShownFact;
  authorization: ShownFact;
  corporation: ShownFact;
  /** Null for a member who meets the requirements, or where there are none. */
  requirements: ShownFact | null;
};

const usual = (text: string): ShownFact => ({ text, tone: "usual" });

/** What is known of a member, in words, with what is unusual marked. */
export function evidenceOf(member: ReviewedMember, now: number): Evidence {
  return {
    seen: seenFact(member, now),
    authorization: authorizationFact(member, now),
    corporation: corporationFact(member, now),
    requirements: requirementsFact(member, now),
  };
}

function seenFact({ lastSeenAt }: ReviewedMember, now: number): ShownFact {
  if (lastSeenAt === null) return { text: t`Not known`, tone: "unknown" };
  const days = daysSince(lastSeenAt, now);
  const text =
    days === 0
      ? t`Today`
      : days === 1
        ? t`Yesterday`
        : plural(days, { one: "# day ago", other: "# days ago" });
  return { text, tone: days > UNSEEN_DAYS ? "flag" : "usual" };
}

function authorizationFact({ authorization, characters }: ReviewedMember, now: number): ShownFact {
  if (characters === null) {
    switch (authorization) {
      case "valid":
        return usual(t`Valid`);
      case "some_lost":
        return { text: t`Some authorization lost`, tone: "bad" };
      case "unknown":
        return { text: t`Not checked`, tone: "unknown" };
    }
  }
  const { count: characterCount, lost, unknown } = characters;
  if (lost.count > 0) {
    const since =
      lost.since === null
        ? t({ context: "authorization", message: "Missing" })
        : t`Lost ${ph({ date: eveDay(lost.since, now) })}`;
    const part = t`Lost for ${ph({ count: lost.count })} of ${characterCount}`;
    return { text: lost.count === characterCount ? since : part, tone: "bad" };
  }
  if (unknown.count > 0) {
    const text =
      unknown.since === null
        ? t`Not checked`
        : t`Not checked since ${ph({ date: eveDay(unknown.since, now) })}`;
    return { text, tone: "unknown" };
  }
  return usual(t`Valid, ${characterCount} of ${characterCount}`);
}

/** EVE's history tells since when. When Muster first saw it there is no reason to warn: it may be the first reading. */
function corporationFact(
  { corporation, keptAt, joinedAt }: ReviewedMember,
  now: number,
): ShownFact {
  if (corporation === null) return { text: t`Not known`, tone: "none" };
  const { name, since, observedAt } = corporation;
  const corporationName = name ?? t({ context: "instead of its name", message: "A corporation" });
  if (since === null)
    return usual(t`${corporationName}, seen there since ${ph({ date: eveDay(observedAt, now) })}`);
  const age = t`${corporationName}, ${plural({ days: daysSince(since, now) }, { one: "# day", other: "# days" })}`;
  const isNew = Date.parse(since) >= Date.parse(keptAt ?? joinedAt) + DAY_MS;
  return isNew ? { text: age, tone: "flag" } : usual(age);
}

function requirementsFact({ problem }: ReviewedMember, now: number): ShownFact | null {
  if (problem === null) return null;
  if (problem.outcome === "unknown") return { text: t`Requirements not known`, tone: "unknown" };
  const end = problem.graceEndsAt;
  return {
    text:
      end === null
        ? t`Requirements not met`
        : t`In grace until ${ph({ time: eveMoment(end, now) })}`,
    tone: "flag",
  };
}

const WEIGHTS: Record<ShownFact["tone"], number> = {
  usual: 0,
  none: 1,
  unknown: 2,
  flag: 4,
  bad: 5,
};

/** How unusual a member is; 0: not at all. */
export function unusualness({ seen, authorization, corporation, requirements }: Evidence): number {
  return [seen, authorization, corporation, requirements].reduce(
    (sum, fact) => sum + (fact === null ? 0 : WEIGHTS[fact.tone]),
    0,
  );
}
