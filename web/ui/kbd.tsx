export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5.5 min-w-5.5 place-items-center rounded-control border border-line bg-surface-2 px-1.5 font-ui text-xs font-medium text-text-2">
      {children}
    </kbd>
  );
}
