import type { Answer } from "#shared/groups/forms.ts";
import type { WatchLevel } from "#shared/watchlist.ts";
import type { System } from "#worker/ops/move-in/plan/community.ts";
import type { OldCommunity, OldUser } from "./old-community.ts";
import type { OldQuestion } from "./old-vetting.ts";

/** What must stand in Muster, according to the generator. Users are named by their first linked character. */
export type VettingTruth = {
  /** The questions of each form that has some, in order, by its key. */
  forms: Map<number, string[]>;
  /** By form and applicant. */
  requests: Map<string, ExpectedRequest>;
  /** By subject and id. */
  watched: Map<string, { level: WatchLevel; reason: string }>;
};
type ExpectedRequest = {
  inTalks: boolean;
  createdAt: string;
  /** By the key of the question; null where the form has no questions. */
  answers: Map<number, Answer> | null;
  notes: { author: number; text: string }[];
};

export function vettingTruthOf({ users, vetting }: OldCommunity, system: System): VettingTruth {
  if (system === "neucore") return { forms: new Map(), requests: new Map(), watched: new Map() };
  const isSeat = system === "seat";
  const first = new Map(users.map((user) => [user.key, firstLinked(user)]));
  const asked = (form: number) =>
    (vetting.forms.find(({ key }) => key === form)?.questions ?? []).flatMap((key) =>
      vetting.questions.filter((question) => question.key === key),
    );
  const requests = new Map<string, ExpectedRequest>();
  for (const { key, form, user, status, createdAt, answers } of vetting.applications) {
    const applicant = first.get(user);
    if (applicant === undefined || status === "approved" || status === "rejected") continue;
    const given = asked(form).flatMap((question): [number, Answer][] => {
      const text = (answers.get(question.key) ?? "").trim();
      const answer = expectedAnswer(question, text, isSeat);
      return answer === undefined ? [] : [[question.key, answer]];
    });
    requests.set(`${form} ${applicant}`, {
      inTalks: status === "in_talks",
      createdAt: createdAt.toISOString(),
      answers: asked(form).length === 0 ? null : new Map(given.toSorted(([a], [b]) => a - b)),
      notes: vetting.notes.flatMap(({ application, author, severity, text }) => {
        const writer = first.get(author);
        const whole = isSeat && severity === "danger" ? `[danger] ${text}` : text;
        const kept = whole.slice(0, 2000).trim();
        return application !== key || writer === undefined || kept === ""
          ? []
          : [{ author: writer, text: kept }];
      }),
    });
  }
  return {
    forms: new Map(
      vetting.forms
        .filter(({ questions }) => questions.length > 0)
        .map(({ key }) => [key, asked(key).map((question) => titleOf(question, isSeat))]),
    ),
    requests,
    watched: isSeat ? blacklisted(users, vetting) : noted(vetting),
  };
}

function firstLinked({ characters }: OldUser): number | undefined {
  return characters.find(({ tokenKind }) => tokenKind !== "sold")?.id;
}

function titleOf({ title, help }: OldQuestion, isSeat: boolean): string {
  return help === null || isSeat ? title : `${title} (${help})`;
}

function expectedAnswer(
  { kind, options }: OldQuestion,
  text: string,
  isSeat: boolean,
): Answer | undefined {
  if (text === "") return undefined;
  // SeAT asks for no choices, Alliance Auth for no yes or no.
  if (kind === "yes_no" && isSeat) return text === "1";
  if (kind === "text" || kind === "yes_no" || isSeat || options.length < 2) {
    return text.replaceAll("\0", " ").slice(0, 1000).trim();
  }
  const known = new Set(options.map((option) => option.trim()));
  const chosen = text.split("\n");
  if (!chosen.every((one) => known.has(one))) return undefined;
  return kind === "choice" ? text : chosen;
}

function blacklisted(
  users: OldUser[],
  { blacklist }: OldCommunity["vetting"],
): VettingTruth["watched"] {
  return new Map(
    blacklist.flatMap(({ user }) =>
      (users.find(({ key }) => key === user)?.characters ?? []).map(({ id }) => [
        `pilot ${id}`,
        { level: "refuse" as const, reason: "Scams.\n(Boss, 2026-05-04)" },
      ]),
    ),
  );
}

const BY_BOSS = "(Boss, 2026-03-02)";

function noted({ watched }: OldCommunity["vetting"]): VettingTruth["watched"] {
  const subjects = new Map([
    ["character", "pilot"],
    ["corporation", "corporation"],
  ]);
  const rows = watched.flatMap((row) => {
    const subject = subjects.get(row.category);
    const comments = row.comments.map((comment) => `${comment} (Second, 2026-06-02)`);
    const reason = [row.reason, BY_BOSS, ...comments].join("\n").trim();
    return subject === undefined
      ? []
      : [{ key: `${subject} ${row.eveId}`, reason, isRefused: row.isRefused }];
  });
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, same]) => [
      key,
      {
        level: same.some(({ isRefused }) => isRefused) ? ("refuse" as const) : ("watch" as const),
        reason: same
          .map(({ reason }) => reason)
          .join("\n")
          .slice(0, 500),
      },
    ]),
  );
}
