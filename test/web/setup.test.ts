import { expect, test } from "vitest";
import { checkAddedScripts } from "#web/setup/added-scripts.ts";
import { titleOf } from "#web/setup/summary-title.ts";

test("everything works only if every check was made and is OK", () => {
  expect(titleOf(0, 0, 0)).toBe("Everything works");
  expect(titleOf(0, 0, 1)).toBe("No problem found, but not everything could be checked");
  expect(titleOf(0, 1, 1)).toBe("Some checks need attention");
  expect(titleOf(1, 1, 1)).toBe("Some checks failed");
});

test("Setup names what Cloudflare adds to its page, and nothing that Muster or an extension has there", () => {
  const inFile = (src: string) => ({ src, textContent: "" });
  const own = [
    inFile("https://muster.example.com/assets/1a2b3c4d/start.js"),
    inFile("moz-extension://0f1e2d3c/content.js"),
    { src: "", textContent: "document.documentElement.dataset.theme = 'dark'" },
  ];
  expect(checkAddedScripts(own)).toEqual([]);
  const [line] = checkAddedScripts([
    ...own,
    inFile("https://static.cloudflareinsights.com/beacon.min.js/v8c78"),
    inFile(
      "https://muster.example.com/cdn-cgi/scripts/7d0fa10a/cloudflare-static/rocket-loader.min.js",
    ),
    { src: "", textContent: "a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'" },
  ]);
  expect(line).toMatchObject({
    state: "warning",
    words: expect.stringContaining(
      ": https://static.cloudflareinsights.com, /cdn-cgi/scripts, /cdn-cgi/challenge-platform. ",
    ),
  });
});
