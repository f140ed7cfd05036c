/** Text for programs. It scrolls sideways, also with the keyboard. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-control border border-line-faint bg-void p-3 text-xs text-text-2"
    >
      <pre>{children}</pre>
    </section>
  );
}
