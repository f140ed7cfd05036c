import { dice, pick } from "#test/new-eden/dice.ts";
import type { OldUser } from "./old-community.ts";

/** How another system recruits, as its generator knows it: forms with applications, and whom it does not want. */
export type OldVetting = {
  questions: OldQuestion[];
  forms: OldForm[];
  applications: OldApplication[];
  notes: OldNote[];
  /** Alliance Auth: pilots, corporations and alliances. */
  watched: OldWatch[];
  /** SeAT: users. */
  blacklist: { user: number; by: string; at: string; reason: string }[];
};

export type OldQuestion = {
  key: number;
  title: string;
  help: string | null;
  kind: "text" | "yes_no" | "choice" | "choices";
  options: string[];
};
type OldForm = {
  key: number;
  corporationId: number;
  name: string;
  /** Keys of questions, in the order of the form. */
  questions: number[];
  isAccepting: boolean;
};
type OldApplication = {
  key: number;
  form: number;
  user: number;
  status: "waiting" | "in_talks" | "approved" | "rejected";
  reviewer: number | null;
  createdAt: Date;
  answers: Map<number, string>;
};
/** A comment on an application in Alliance Auth, a note on a user in SeAT. */
type OldNote = {
  application: number;
  author: number;
  severity: "info" | "danger";
  text: string;
  createdAt: Date;
};
type OldWatch = {
  key: number;
  category: string;
  eveId: number;
  name: string;
  isRefused: boolean;
  reason: string;
  comments: string[];
};

const QUESTIONS: OldQuestion[] = [
  { key: 4, title: "What do you fly?", help: "Ships, not fits", kind: "text", options: [] },
  { key: 2, title: "Your time zone?", help: null, kind: "choice", options: ["EU", "US", "AU"] },
  {
    key: 9,
    title: "What do you want to do?",
    help: null,
    kind: "choices",
    options: ["Mining", "  Small gang ", "Wormholes"],
  },
  { key: 6, title: "Do you have a microphone?", help: null, kind: "yes_no", options: [] },
  { key: 7, title: "A question that is asked no more", help: null, kind: "text", options: [] },
  { key: 8, title: "Only one choice?", help: null, kind: "choice", options: ["Yes"] },
];
/** What each form asks; the question 7 was removed from all. */
const ASKED = [9, 4, 2, 6, 8];

/** Applications of every kind: decided, in talks, twice, with answers that are blank, too long, none of the choices, or to a former question. */
export function generateVetting(users: OldUser[], seed: number): OldVetting {
  const roll = dice(seed + 4500);
  const at = (day: number) => new Date(Date.UTC(2026, 9, 1 + day, 10, 0, 0));
  const answer = (question: OldQuestion): string => {
    switch (question.kind) {
      case "text":
        return pick(roll, ["Vexors", "", "  \n ", "Long ".repeat(300), "Two\nlines \0 🚀"]);
      case "yes_no":
        return pick(roll, ["1", "0"]);
      case "choice":
        return pick(roll, [...question.options, "Moon"]);
      case "choices":
        return pick(roll, ["Mining", "Mining\nSmall gang", "Wormholes\nKnitting", ""]);
    }
  };
  const applicants = users.filter(() => roll() < 0.4);
  const applications = applicants.flatMap((user, index): OldApplication[] => {
    const status = pick(roll, ["waiting", "waiting", "in_talks", "approved", "rejected"] as const);
    const asked = QUESTIONS.filter(() => roll() < 0.8);
    return [
      {
        key: index + 1,
        form: pick(roll, [1, 2]),
        user: user.key,
        status,
        reviewer: status === "waiting" ? null : (users[0]?.key ?? null),
        createdAt: at(index),
        answers: new Map(asked.map((question) => [question.key, answer(question)])),
      },
    ];
  });
  return {
    questions: QUESTIONS,
    forms: [
      { key: 1, corporationId: 98_000_001, name: "Corp 1", questions: ASKED, isAccepting: true },
      { key: 2, corporationId: 98_000_002, name: "Corp 2", questions: [], isAccepting: false },
    ],
    applications,
    notes: applications.flatMap(({ key }, index) =>
      roll() < 0.5
        ? []
        : [
            {
              application: key,
              author: pick(roll, users).key,
              severity: pick(roll, ["info", "danger"] as const),
              text: pick(roll, ["Spoke on comms.\nSeems fine.", "x".repeat(2500), "  "]),
              createdAt: at(index + 1),
            },
          ],
    ),
    watched: users
      .flatMap(({ characters }, index): OldWatch[] => {
        const one = characters.at(-1);
        if (one === undefined || roll() < 0.8) return [];
        const note = {
          category: "character",
          eveId: one.id,
          name: one.name,
          reason: pick(roll, ["Took the capital fund.", "y".repeat(700), ""]),
          comments: pick(roll, [[], ["Again in June."]]),
        };
        const isRefused = roll() < 0.5;
        const first = { ...note, key: index + 10, isRefused };
        // Written twice, by two people.
        return roll() < 0.3
          ? [first, { ...note, key: index + 1000, isRefused: !isRefused }]
          : [first];
      })
      .concat([
        {
          key: 1,
          category: "corporation",
          eveId: 98_000_777,
          name: "Cinder Freight",
          isRefused: true,
          reason: "Spies.",
          comments: [],
        },
        {
          key: 2,
          category: "faction",
          eveId: 500_010,
          name: "Guristas",
          isRefused: true,
          reason: "Pirates.",
          comments: [],
        },
      ]),
    blacklist: users
      .filter(() => roll() < 0.1)
      .map(({ key }) => ({ user: key, by: "Boss", at: "2026-05-04", reason: "Scams." })),
  };
}
