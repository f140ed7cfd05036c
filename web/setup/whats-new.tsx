import { changesOf } from "./changes.ts";

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
