// About ten minutes: every call of every screen fails by itself, some four hundred pages.
import { test } from "./group-pages.ts";
import { callsOf, enterAndFindScreens, KINDS, openFailing } from "./failing.ts";

test.describe.configure({ mode: "parallel" });

const PARTS = 3;
for (let part = 0; part < PARTS; part += 1) {
  const title = `each call of a screen may fail alone, part ${part + 1} of ${PARTS}`;
  test(title, async ({ page, expectedErrors }) => {
    test.setTimeout(600_000);
    expectedErrors.push(/./);
    const screens = (await enterAndFindScreens(page)).filter((_, index) => index % PARTS === part);
    let count = part;
    for (const screen of screens) {
      // One page after the other.
      // oxlint-disable-next-line no-await-in-loop
      const calls = await callsOf(page, screen);
      if (calls.length < 2) continue;
      for (const one of calls) {
        count += 1;
        const kind = KINDS[count % KINDS.length] ?? "500";
        // oxlint-disable-next-line no-await-in-loop
        await test.step(`${screen}: ${one}`, () => openFailing(page, screen, kind, one));
      }
    }
  });
}
