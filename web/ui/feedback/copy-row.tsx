import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";

type CopyRowProps = {
  label: string;
  /** What is copied. */
  value: string;
  /** Ends the button's label, for screen readers: "the client id". */
  what: string;
  children?: ReactNode;
};

/** A value for another program: its label, the text, and a button that copies it. */
export function CopyRow({ label, value, what, children }: CopyRowProps) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line-faint bg-surface-2 py-1 pr-2 pl-3">
      <span className="w-28 shrink-0 text-xs text-text-2 max-md:w-full">{label}</span>
      <code className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere select-all">{value}</code>
      {children}
      <CopyButton text={value} what={what} />
    </div>
  );
}
