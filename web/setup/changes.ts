import changelog from "#changelog?raw";

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
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll(/\*\*|`/g, "");
}
