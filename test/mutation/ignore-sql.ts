type Path = { isTemplateLiteral(): boolean; parent: { type: string; tag?: { name?: string } } };

/** A Stryker plugin: an emptied SQL statement always fails and says nothing about the tests. */
export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "sql",
    value: {
      shouldIgnore(path: Path): string | undefined {
        const isSql = path.isTemplateLiteral() && path.parent.tag?.name === "sql";
        return isSql ? "SQL is proved by the tests on D1." : undefined;
      },
    },
  },
];
