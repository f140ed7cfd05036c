import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { PageTitle } from "./page-title.tsx";

type FullPageProps = {
  title: string;
  /** What the tab says, where that differs. */
  pageTitle?: string;
  /** Within the shell, which has the page's `main` already. */
  isInShell?: boolean;
  children: ReactNode;
};

/** One message in the middle of an otherwise empty screen. */
export function FullPage({ title, pageTitle = title, isInShell, children }: FullPageProps) {
  const Box = isInShell ? "div" : "main";
  return (
    <Box
      tabIndex={isInShell ? undefined : -1}
      className={cx(
        "mx-auto grid max-w-112 content-center justify-items-center gap-4 px-4 py-10 text-center",
        !isInShell && "min-h-dvh",
      )}
    >
      <PageTitle>{pageTitle}</PageTitle>
      <h1 className="text-2xl">{title}</h1>
      {children}
    </Box>
  );
}
