import type { ReactNode } from "react";
import { Mark } from "./mark.tsx";
import { Starfield } from "./starfield.tsx";
import { cx } from "#web/lib/cx.ts";
import { PageTitle } from "./page-title.tsx";

type FullPageProps = (
  | { title: string; pageTitle?: string }
  /** A heading with elements needs a title for the browser tab. */
  | { title: ReactNode; pageTitle: string }
) & {
  /** Inside the shell, which already renders <main>. */
  isInShell?: boolean;
  children: ReactNode;
};

/** A message centred on an otherwise empty screen. */
export function FullPage({ title, pageTitle, isInShell, children }: FullPageProps) {
  const Box = isInShell ? "div" : "main";
  return (
    <Box
      tabIndex={isInShell ? undefined : -1}
      className={cx(
        "mx-auto grid max-w-112 content-center justify-items-center gap-4 px-4 py-10 text-center text-pretty *:[p]:bg-void",
        !isInShell && "min-h-dvh",
      )}
    >
      <PageTitle>{pageTitle ?? (typeof title === "string" ? title : undefined)}</PageTitle>
      {!isInShell && <Starfield count={50} />}
      {!isInShell && <Mark size={28} />}
      <h1 className="bg-void text-3xl">{title}</h1>
      {children}
    </Box>
  );
}
