import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";

/** One message in the middle of an otherwise empty screen, outside the shell. */
export function FullPage({
  title,
  pageTitle = title,
  children,
}: {
  title: string;
  pageTitle?: string;
  children: ReactNode;
}) {
  return (
    <main
      tabIndex={-1}
      className="mx-auto grid min-h-dvh max-w-112 content-center justify-items-center gap-4 px-4 py-10 text-center"
    >
      <PageTitle>{pageTitle}</PageTitle>
      <h1 className="text-2xl">{title}</h1>
      {children}
    </main>
  );
}
