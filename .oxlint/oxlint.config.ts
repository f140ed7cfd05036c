import { defineConfig } from "oxlint";
import type { OxlintConfig, OxlintOverride } from "oxlint";
import { actsByItself, areas, importable, isFile } from "./rooms.ts";
import type { Area } from "./rooms.ts";

type Pattern = {
  group: string[];
  message: string;
  allowTypeImports?: boolean;
  allowImportNames?: string[];
};

/** oxlint reads globs from the folder of its configuration, so these start at any depth. */
const anywhere = (...globs: string[]) => globs.map((glob) => `**/${glob}`);

const restrictImports = (...patterns: Pattern[]): NonNullable<OxlintConfig["rules"]> => ({
  "no-restricted-imports": ["error", { patterns }],
});

const ACROSS_FOLDERS =
  "Inside a folder use ./, across folders use #worker/, #web/, #shared/ or #test/.";
const AREAS: Record<Exclude<Area, "shared">, Pattern[]> = {
  worker: [
    { group: ["react", "react-*"], message: "The Worker does not know the SPA." },
    { group: ["node:*"], message: "The Worker runs in workerd without Node's modules." },
  ],
  web: [
    { group: ["node:*"], message: "The SPA runs in a browser." },
    {
      group: ["#worker/**"],
      message: "The SPA takes only the type `Api` from the Worker.",
      allowTypeImports: true,
    },
    {
      group: ["#worker/**"],
      message: "The SPA takes only the type `Api` from the Worker.",
      allowImportNames: ["Api"],
    },
  ],
};
/** Node runs these scripts; they are no part of the Worker. */
const SCRIPTS = "worker/ops";
/** Vite and Node run these; they are no part of the SPA. */
const BUILD = "web/{build,language/build}";

function patternsOf(area: Area, name: string): Pattern[] {
  const path = `${area}/${name}`;
  const allowed = importable(area, name).map((glob) => `!#${glob}`);
  const across = { group: ["../**", "./*/**"], message: ACROSS_FOLDERS };
  if (area === "shared") {
    // One pattern: what a first one lets through, oxlint does not ask the next about.
    const message = `The contract imports zod/mini, and what .oxlint/rooms.ts lets ${path} import.`;
    return [across, { group: ["*", "!zod/mini", "!./*", ...allowed], message }];
  }
  return [
    across,
    ...(path === SCRIPTS ? [] : AREAS[area]),
    {
      group: ["#{test,web,worker}/**", ...allowed, ...(path === SCRIPTS ? [`!#${BUILD}/**`] : [])],
      message: `.oxlint/rooms.ts does not let ${path} import this.`,
    },
  ];
}

/** `paths`, because a door of a room is allowed whatever another pattern says. */
const BY_ITSELF = {
  name: "#worker/groups/members/policy.ts",
  importNames: ["allowedBySystem"],
  message: "Only for what nobody asks for: the files of `actsByItself` (.oxlint/rooms.ts).",
};

/** By its door, and within its folder. */
const MOVED_IN = ["#worker/watchlist/policy.ts", "./policy.ts"].map((name) => ({
  name,
  importNames: ["allowMoveIn"],
  allowTypeImports: true,
  message: "Only the command of the deployer moves a list in.",
}));

const roomOverrides = [
  ...(["shared", "worker", "web"] as const).flatMap((area) =>
    areas[area].map(([name]): OxlintOverride => {
      const path = `${area}/${name}`;
      return {
        files: anywhere(isFile(name) ? path : `${path}/**/*.{ts,tsx}`),
        rules: {
          "no-restricted-imports": [
            "error",
            {
              patterns: patternsOf(area, name),
              paths: [BY_ITSELF, ...(path === SCRIPTS ? [] : MOVED_IN)],
            },
          ],
        },
      };
    }),
  ),
  ...actsByItself.map((path): OxlintOverride => {
    const [, room = ""] = path.split("/");
    return { files: anywhere(path), rules: restrictImports(...patternsOf("worker", room)) };
  }),
];

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import", "react", "jsx-a11y", "promise", "vitest"],
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  options: { typeAware: true },
  rules: {
    eqeqeq: ["error", "always", { null: "ignore" }],
    // A sign to look again, and no gate: a file is cut where a thought ends.
    "max-lines": ["warn", { max: 300 }],
    "no-await-in-loop": "off",
    "no-console": "error",
    "no-shadow": "off",
    "no-underscore-dangle": "off",
    "import/no-cycle": "error",
    "import/no-named-as-default-member": "off",
    "import/no-unassigned-import": "off",
    "jsx-a11y/label-has-associated-control": ["error", { controlComponents: ["Check"] }],
    "oxc/no-barrel-file": ["error", { threshold: 0 }],
    "oxc/no-map-spread": "off",
    "react/no-unstable-nested-components": ["error", { allowAsProps: true }],
    "react/react-in-jsx-scope": "off",
    "typescript/consistent-return": "off",
    "typescript/consistent-type-definitions": ["error", "type"],
    "typescript/consistent-type-imports": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-unsafe-type-assertion": "error",
    "typescript/switch-exhaustiveness-check": [
      "error",
      { considerDefaultExhaustiveForUnions: true },
    ],
    "unicorn/consistent-function-scoping": "off",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "vitest/expect-expect": [
      "error",
      { assertFunctionNames: ["expect", "expectRefusal", "fc.assert"] },
    ],
  },
  overrides: [
    ...roomOverrides,
    {
      files: anywhere("test/**", `${BUILD}/**`),
      rules: restrictImports({ group: ["../**"], message: ACROSS_FOLDERS }),
    },
    {
      files: anywhere("test/**", `${SCRIPTS}/**`, `${BUILD}/**`, "worker/http/log.ts"),
      rules: { "no-console": "off" },
    },
    { files: anywhere("*.d.ts"), rules: { "typescript/consistent-type-imports": "off" } },
  ],
});
