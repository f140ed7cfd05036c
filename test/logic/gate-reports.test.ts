import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readReport } from "#test/tools/reports.ts";

const home = mkdtempSync(join(tmpdir(), "muster-reports-"));
afterAll(() => rmSync(home, { recursive: true }));

function readingOf(json: object) {
  const file = join(home, "report.json");
  writeFileSync(file, JSON.stringify(json));
  return readReport(file);
}

test("a report of Vitest names the tests that failed, and the files that did not load", () => {
  const file = { startTime: 1000, endTime: 3500, message: "", assertionResults: [] };
  const failed = {
    fullName: "a group opens",
    status: "failed",
    failureMessages: ["\u001b[31mexpected 1 to be 2\u001b[39m"],
  };
  const passed = { fullName: "a group closes", status: "passed", failureMessages: [] };
  const report = readingOf({
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      { ...file, name: resolve("test/logic/group.test.ts"), assertionResults: [passed, failed] },
      { ...file, name: resolve("test/logic/broken.test.ts"), message: "Unexpected token" },
    ],
  });
  expect(report).toEqual({
    passed: 1,
    failed: 1,
    failures: [
      { title: "test/logic/group.test.ts: a group opens", message: "expected 1 to be 2" },
      { title: "test/logic/broken.test.ts", message: "Unexpected token" },
    ],
    durations: { "test/logic/group.test.ts": 2.5, "test/logic/broken.test.ts": 2.5 },
  });
});

test("a report of Playwright names what failed at which width, and shows the page", () => {
  const context = join(home, "error-context.md");
  const tree = '- button "Leave" [ref=f1e2] [cursor=pointer]';
  writeFileSync(context, `# Page snapshot\n\n\`\`\`yaml\n${tree}\n\`\`\`\n`);
  const run = (projectName: string, status: string, ...messages: string[]) => ({
    projectName,
    status,
    results: messages.map((message) => ({
      duration: 500,
      errors: [{ message }],
      attachments: [{ name: "error-context", path: context }],
    })),
  });
  const report = readingOf({
    stats: { expected: 2, unexpected: 1 },
    suites: [
      {
        file: "groups.spec.ts",
        specs: [
          { title: "joins", tests: [run("phone", "expected", "late")] },
          {
            title: "leaves",
            tests: [run("desktop", "expected"), run("phone", "unexpected", "hidden")],
          },
        ],
      },
    ],
  });
  expect(report).toEqual({
    passed: 2,
    failed: 1,
    failures: [
      {
        title: "groups.spec.ts (phone): leaves",
        message: "hidden",
        shown: '- button "Leave"',
      },
    ],
    durations: { "test/e2e/groups.spec.ts": 1 },
  });
});
