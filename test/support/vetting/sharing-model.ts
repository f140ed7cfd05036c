/** What a person would say who follows a request with pen and paper: no more than the documents promise. */
export type Model = {
  status: "pending" | "approved" | "rejected" | "withdrawn";
  /** Days since the request, and since its decision. */
  age: number;
  decidedFor: number;
  canUndo: boolean;
  shared: ReadonlySet<Which>;
  isSuspended: boolean;
  main: "own" | "sold";
  alt: "own" | "unlinked" | "sold";
  isRecruiter: boolean;
  isRecruiterErased: boolean;
  /** Which of two groups reviews, and which one the pilot was told of. */
  readers: Group;
  told: Group;
  /** The pilot's account: the first, or the one that absorbed it. */
  account: "first" | "second";
  /** Another account was absorbed into the pilot's. */
  hasAbsorbed: boolean;
  isErased: boolean;
};
export type Which = "main" | "alt";
export type Group = "recruiters" | "others";

export const AT_FIRST: Model = {
  status: "pending",
  age: 0,
  decidedFor: 0,
  canUndo: false,
  shared: new Set(["main", "alt"]),
  isSuspended: false,
  main: "own",
  alt: "own",
  isRecruiter: true,
  isRecruiterErased: false,
  readers: "recruiters",
  told: "recruiters",
  account: "first",
  hasAbsorbed: false,
  isErased: false,
};

const NOTHING: ReadonlySet<Which> = new Set();

function isOpen({ status, age, decidedFor }: Model, shareDays: number): boolean {
  return age < 30 && (status === "pending" || (status === "approved" && decidedFor < shareDays));
}

/** The characters whose values a reviewer sees. */
export function visible(model: Model, shareDays: number): ReadonlySet<Which> {
  return isOpen(model, shareDays) && !model.isSuspended && !model.isErased ? model.shared : NOTHING;
}

/** Whether the members of each group, and the owner, may look. */
export function mayLook({ readers, told, isRecruiter, isRecruiterErased }: Model) {
  const isTold = readers === told;
  return {
    owner: true,
    recruiter: isTold && readers === "recruiters" && isRecruiter && !isRecruiterErased,
    other: isTold && readers === "others",
  };
}

function without(model: Model, which: Which): ReadonlySet<Which> {
  return new Set([...model.shared].filter((one) => one !== which));
}

function share(who: readonly Which[]): Act {
  const statusOf = (model: Model, shareDays: number) => {
    if (who.length === 0) return 204;
    // The session proved the former main, and a new share needs a proof of the present one.
    if (model.main === "sold") return 403;
    return model.status === "withdrawn" ? 400 : isOpen(model, shareDays) ? 204 : 409;
  };
  return {
    may: isHere,
    statusOf,
    next: (model, { shareDays }) => {
      if (statusOf(model, shareDays) !== 204) return model;
      const own = who.filter((one) => model[one] === "own");
      if (model.status !== "pending" || own.length === 0) {
        const isAsked = model.status === "pending" && who.length > 0;
        const shared = new Set(own.filter((one) => model.shared.has(one)));
        return { ...model, shared, told: isAsked ? model.readers : model.told };
      }
      return { ...model, shared: new Set(own), told: model.readers };
    },
  };
}

function decide(status: "approved" | "rejected"): Act {
  return {
    may: (model) => !model.isErased && (status === "rejected" || isHere(model)),
    statusOf: (model) => (model.status === "pending" ? 204 : 409),
    next: (model, { shareDays }) => {
      if (model.status !== "pending") return model;
      const isOver = status === "rejected" || shareDays === 0;
      const shared = isOver ? NOTHING : model.shared;
      return { ...model, status, decidedFor: 0, canUndo: true, shared };
    },
  };
}

type Act = {
  /** The story leaves it out otherwise. */
  may?: (model: Model) => boolean;
  next: (model: Model, given: { shareDays: number; days: number }) => Model;
  /** The status that its call is answered with, if it is one. */
  statusOf?: (model: Model, shareDays: number) => number;
};

/** An account without a character: its pilot cannot sign in. */
export function isLocked({ main, alt }: Model): boolean {
  return main === "sold" && alt === "sold";
}

const isHere = (model: Model) => !model.isErased && !model.isSuspended && !isLocked(model);
const isWhole = (model: Model) => isHere(model) && model.main === "own" && model.alt !== "sold";

export const ACTS = {
  share: share(["main", "alt"]),
  share_main: share(["main"]),
  stop: share([]),
  approve: decide("approved"),
  reject: decide("rejected"),
  undo: {
    may: ({ canUndo, isErased }) => canUndo && !isErased,
    statusOf: () => 200,
    next: (model) => ({ ...model, status: "pending", canUndo: false }),
  },
  withdraw: {
    may: (model) => isHere(model) && model.status === "pending",
    statusOf: () => 204,
    next: (model) => ({ ...model, status: "withdrawn", shared: NOTHING }),
  },
  suspend: { may: isHere, next: (model) => ({ ...model, isSuspended: true }) },
  lift: { next: (model) => ({ ...model, isSuspended: false }) },
  unlink: {
    may: (model) => isHere(model) && model.main === "own" && model.alt === "own",
    statusOf: () => 204,
    next: (model) => ({ ...model, alt: "unlinked", shared: without(model, "alt") }),
  },
  link: {
    may: ({ alt, isErased }) => alt === "unlinked" && !isErased,
    next: (model) => ({ ...model, alt: "own" }),
  },
  sell_alt: {
    may: ({ alt, isErased }) => alt === "own" && !isErased,
    next: (model) => ({ ...model, alt: "sold", shared: without(model, "alt") }),
  },
  sell_main: {
    may: ({ main, alt, account, isErased }) =>
      main === "own" && alt === "own" && account === "first" && !isErased,
    next: (model) => ({ ...model, main: "sold", shared: without(model, "main") }),
  },
  /** Another account agrees to be absorbed into the pilot's. */
  absorb: {
    may: (model) => isWhole(model) && model.account === "first" && !model.hasAbsorbed,
    statusOf: () => 200,
    next: (model) => ({ ...model, hasAbsorbed: true }),
  },
  /** The pilot's account agrees to be absorbed into another. */
  merge: {
    may: (model) => isWhole(model) && model.account === "first" && model.alt === "own",
    statusOf: () => 200,
    next: (model) => ({ ...model, account: "second" }),
  },
  erase: {
    may: isWhole,
    statusOf: () => 204,
    next: (model) => ({ ...model, isErased: true, shared: NOTHING }),
  },
  wait: {
    next: (model, { days }) => ({
      ...model,
      age: model.age + days,
      decidedFor: model.decidedFor + days,
      canUndo: false,
    }),
  },
  leave_reviewers: { next: (model) => ({ ...model, isRecruiter: false }) },
  join_reviewers: {
    may: ({ isRecruiterErased }) => !isRecruiterErased,
    next: (model) => ({ ...model, isRecruiter: true }),
  },
  other_reviewers: {
    statusOf: () => 204,
    next: (model) => ({
      ...model,
      readers: model.readers === "recruiters" ? "others" : "recruiters",
    }),
  },
  erase_recruiter: {
    may: ({ isRecruiterErased }) => !isRecruiterErased,
    statusOf: () => 204,
    next: (model) => ({ ...model, isRecruiterErased: true, isRecruiter: false }),
  },
  clean_up: {
    next: (model, { shareDays }) =>
      visible({ ...model, isSuspended: false }, shareDays).size === 0
        ? { ...model, shared: NOTHING }
        : model,
  },
  /** The owner looks, and dies between any two calls: the look may be told, and no value was seen. */
  look: { next: (model) => model },
} satisfies Record<string, Act>;

export type ActName = keyof typeof ACTS;
export function actOf(name: ActName): Act {
  return ACTS[name];
}
