import { ph, t } from "#web/language/macros.ts";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { CopyRow } from "#web/ui/feedback/copy-row.tsx";
import { inlineOf } from "./recipes.ts";
import type { Block } from "./recipes.ts";

type RecipeBlocksProps = { program: string; blocks: Block[] };

/** A section of the documentation. */
export function RecipeBlocks({ program, blocks }: RecipeBlocksProps) {
  return blocks.map((block) => <RecipeBlock key={block.source} program={program} block={block} />);
}

function RecipeBlock({ program, block }: { program: string; block: Block }) {
  switch (block.kind) {
    case "text":
      return (
        <p className="text-sm text-text-2">
          <Line text={block.source} />
        </p>
      );
    case "list":
      return (
        <ul className="list-disc pl-5 text-sm text-text-2">
          {block.items.map((item) => (
            <li key={item}>
              <Line text={item} />
            </li>
          ))}
        </ul>
      );
    case "code":
      return (
        <div className="grid grid-cols-1 gap-1.5">
          <CodeBlock label={t`Configuration of ${program} (${ph({ language: block.language })})`}>
            {block.source}
          </CodeBlock>
          <div>
            <CopyButton
              text={block.source}
              what={t`the ${ph({ language: block.language })} of ${program}`}
            />
          </div>
        </div>
      );
    case "table":
      return (
        <div className="grid grid-cols-1 gap-2">
          {block.rows.map(([field = "", value = ""]) => (
            <SettingRow key={field} field={field} value={value} />
          ))}
        </div>
      );
  }
}

/** A setting of the program. What is code as a whole can be copied. */
function SettingRow({ field, value }: { field: string; value: string }) {
  const [, code] = /^`([^`]+)`$/.exec(value) ?? [];
  const label = field.replaceAll("`", "");
  if (code !== undefined) return <CopyRow label={label} value={code} what={label} />;
  return (
    <p className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line-faint bg-surface-2 px-3 py-1 text-sm">
      <span className="w-28 shrink-0 text-xs wrap-anywhere text-text-2 max-md:w-full">{label}</span>
      <span className="min-w-0 flex-1 basis-40">
        <Line text={value} />
      </span>
    </p>
  );
}

function Line({ text }: { text: string }) {
  return inlineOf(text).map(({ kind, text: part, start }) => {
    if (kind === "text") return part;
    const Tag = kind;
    return (
      <Tag key={start} className="wrap-anywhere">
        {part}
      </Tag>
    );
  });
}
