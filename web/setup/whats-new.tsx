import changelog from "#changelog?raw";

/** In English, as CHANGELOG.md is. */
export default function WhatsNew({ version }: { version: string }) {
  return (
    <div lang="en" className="grid max-w-prose gap-2 text-text-2">
      {changesOf(version).map(({ kind, text }) =>
        kind === "heading" ? (
          <h3 key={text} className="mt-1 font-semibold text-text-1">
            {text}
          </h3>
        ) : (
          <p
            key={text}
            className={kind === "item" ? "border-l-2 border-line-faint pl-3" : undefined}
          >
            {text}
          </p>
        ),
      )}
    </div>
  );
}

type Block = { kind: "heading" | "text" | "item"; text: string };

/** The part of CHANGELOG.md about a version: headings, paragraphs and items of lists, each on a line of its own. */
export function changesOf(version: string, text = changelog): Block[] {
  const [, ...sections] = text.split(/^## /m);
  const section = sections.find((part) => part.split("\n", 1)[0]?.trim() === version) ?? "";
  return section
    .split("\n")
    .slice(1)
    .filter((line) => line.trim() !== "")
    .map((line) => {
      if (line.startsWith("### ")) return { kind: "heading", text: plain(line.slice(4)) };
      if (line.startsWith("- ")) return { kind: "item", text: plain(line.slice(2)) };
      return { kind: "text", text: plain(line) };
    });
}

/** A link keeps its text: its address is a file of the repository. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll(/\*\*|`|(?<!\w)_|_(?!\w)/g, "");
}
