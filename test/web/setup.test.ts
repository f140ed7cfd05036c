import { expect, test } from "vitest";
import type { CommunitySettings } from "#shared/community.ts";
import type { HealthCheck } from "#shared/health.ts";
import { versionFor } from "#web/groups/community-queries.ts";
import { checkAddedScripts } from "#web/setup/added-scripts.ts";
import { summaryOf } from "#web/setup/checks.tsx";

test("the installation is OK only if every check was made and is OK", () => {
  const told = (...states: HealthCheck["state"][]) => summaryOf(states.map((state) => ({ state })));
  expect(told("ok", "ok")).toEqual({ text: "2 OK", tone: "ok" });
  expect(told("ok", "unknown")).toEqual({ text: "1 unknown, 1 OK", tone: "neutral" });
  expect(told("warning", "unknown", "ok").tone).toBe("warn");
  expect(told("failed", "warning", "ok")).toEqual({
    text: "1 failed, 1 warning, 1 OK",
    tone: "danger",
  });
});

test("the checks name what Cloudflare adds to its page, and nothing that Muster or an extension has there", () => {
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

test("a form of the settings goes on after the other form was saved, and not over a newer text of its own part", () => {
  const read: CommunitySettings = {
    name: "Aurelia",
    welcome: null,
    logo: null,
    logoName: null,
    version: 4,
    members: null,
    graceDays: 3,
  };
  const version = (now: Partial<CommunitySettings>) =>
    versionFor(({ welcome }) => ({ welcome }), read, { ...read, ...now, version: 5 });
  expect(version({ graceDays: 7 })).toBe(5);
  expect(version({ welcome: "Fly safe" })).toBe(4);
});
