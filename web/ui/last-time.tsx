import { RelativeTime } from "./time.tsx";

/** When something last happened, if it ever did. */
export function LastTime({ at, never = "Never" }: { at: string | null; never?: string }) {
  if (at === null) return <span className="text-text-3">{never}</span>;
  return (
    <span className="whitespace-nowrap text-text-2">
      <RelativeTime at={at} />
    </span>
  );
}
