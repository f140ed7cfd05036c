import { expect, test } from "vitest";
import { fuzz } from "#test/support/fuzz/run.ts";
import { share } from "#test/support/workerd/share.ts";

const SEED = 8;
const REQUESTS = share(4_000, 800);
/**
 * Random requests do not name a channel of Discord, the numbers of a review, what a request shares, or an own note.
 * discord-posts.test.ts, reviews.test.ts and sharing.test.ts do.
 */
const NEED_MORE_STEPS = [
  "PUT /api/groups/:id/discord-feed",
  "POST /api/groups/:id/review/finish",
  "POST /api/groups/join-requests/:id/look",
  "PUT /api/groups/join-requests/:id/sharing",
  "DELETE /api/groups/join-requests/:id/notes/:noteId",
];

test("random requests to the routes of groups get valid responses and leave the database intact", async () => {
  const { problems, sent, neverWell } = await fuzz({
    seed: SEED,
    requests: REQUESTS,
    isMine: (route) => route.includes("/api/groups"),
    needMoreSteps: NEED_MORE_STEPS,
  });
  expect(problems).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  expect(neverWell.filter((route) => !NEED_MORE_STEPS.includes(route))).toEqual([]);
});
