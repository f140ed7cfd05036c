/** The size of a small phone. */
export const PHONE = { width: 375, height: 800 };

/**
 * What people do in another way on a phone: the menu, tables that become cards, the thumb. Every other test looks at each of its
 * pages in the width of a phone too, with axe (`expectAccessible`), but acts only once.
 */
export const ON_A_PHONE = [
  "applying.spec.ts",
  "groups-story.spec.ts",
  "member-reviews.spec.ts",
  "palette.spec.ts",
  "operation-tasks.spec.ts",
  "pilots.spec.ts",
  "review.spec.ts",
  "roster.spec.ts",
  "shots.spec.ts",
  "tasks.spec.ts",
  "vetting-keyboard.spec.ts",
];
