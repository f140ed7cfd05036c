import { Link } from "react-router";

type Segment = { label: string; to: string; isCurrent: boolean };

/** Which part of a list is shown, as links, so that back, reload and sharing work. */
export function SegmentLinks({ label, segments }: { label: string; segments: Segment[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex w-fit rounded-control border border-line-control bg-void p-0.5">
        {segments.map(({ label: text, to, isCurrent }) => (
          <li key={text}>
            <Link
              to={to}
              preventScrollReset
              aria-current={isCurrent ? "page" : undefined}
              className="flex min-h-7.5 items-center rounded-bar px-3 font-medium text-text-2 -outline-offset-2 hover:text-text-1 aria-[current]:bg-surface-3 aria-[current]:text-text-1 max-md:min-h-9.5"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
