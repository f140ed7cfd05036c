export function Counted({ title, count }: { title: string; count: number }) {
  return (
    <span className="flex items-baseline gap-2">
      {title} <span className="text-sm font-normal text-text-2 tabular-nums">{count}</span>
    </span>
  );
}
