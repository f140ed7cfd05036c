import { globSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const SOURCES = globSync("web/**/*.tsx").map((file) => ({
  file,
  text: readFileSync(file, "utf8"),
}));

test("a word that app.css keeps from Tailwind is the class of no element", () => {
  const [, words = ""] =
    /@source not inline\("\{([^}]+)\}"\)/.exec(readFileSync("web/app.css", "utf8")) ?? [];
  const kept = new Set(words.split(","));
  expect(kept.size).toBeGreaterThan(5);
  const classes = SOURCES.flatMap(({ file, text }) =>
    [...text.matchAll(/className=(?:"([^"]*)"|\{([^{}]*)\})/g)].flatMap(([, plain, code = ""]) =>
      (plain === undefined
        ? [...code.matchAll(/["`]([^"`]*)["`]/g)].map(([, part = ""]) => part)
        : [plain]
      )
        .flatMap((part) => part.split(/\s+/))
        .map((name) => ({ file, name })),
    ),
  );
  expect(classes.length).toBeGreaterThan(3000);
  expect(classes.filter(({ name }) => kept.has(name))).toEqual([]);
});

test("checkboxes and radio buttons are a Check, which brings their look", () => {
  const bare = SOURCES.filter(({ text }) => /<input\b[^>]*?type="(checkbox|radio)"/s.test(text));
  expect(bare.map(({ file }) => file)).toEqual([]);
  expect(SOURCES.filter(({ text }) => text.includes("<Check")).length).toBeGreaterThan(15);
});

test("a reader who asks for more contrast gets other colours than everyone else", () => {
  const styles = readFileSync("web/app/after-paint.css", "utf8");
  const [, stronger = ""] = /prefers-contrast: more\) \{\s*:root \{([^}]*)\}/.exec(styles) ?? [];
  const declared = [...stronger.matchAll(/(--color-[\w-]+): (.*);/g)];
  expect(declared.length).toBeGreaterThan(2);
  const [, theme = ""] = /@theme \{([^]*?)\n\}/.exec(readFileSync("web/app.css", "utf8")) ?? [];
  const same = declared.filter(([declaration]) => theme.includes(declaration));
  expect(same.map(([declaration]) => declaration)).toEqual([]);
});

test("the chosen theme is set before anything is drawn", () => {
  const [head = ""] = readFileSync("web/index.html", "utf8").split("</head>");
  const [, script = ""] = /<script>([^]*?)<\/script>/.exec(head) ?? [];
  const documentElement = { dataset: {} };
  const getItem = (key: string) => (key === "muster.screen.theme" ? "dark" : null);
  runInNewContext(script, { document: { documentElement }, localStorage: { getItem } });
  expect(documentElement.dataset).toEqual({ theme: "dark" });
});
