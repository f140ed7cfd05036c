/** EVE's own colours, from 1.0 down to 0.0 and below. Black reads on the first seven, white on the rest. */
const LOOKS = [
  "bg-sec-0 text-white",
  "bg-sec-1 text-white",
  "bg-sec-2 text-white",
  "bg-sec-3 text-white",
  "bg-sec-4 text-black",
  "bg-sec-5 text-black",
  "bg-sec-6 text-black",
  "bg-sec-7 text-black",
  "bg-sec-8 text-black",
  "bg-sec-9 text-black",
  "bg-sec-10 text-black",
];

/** A system's security status as the client shows it: anything above zero is at least 0.1. */
export function SecurityChip({ status }: { status: number }) {
  const tenths = status > 0 ? Math.max(1, Math.round(status * 10)) : 0;
  return (
    <span
      title="Security status"
      className={`inline-block min-w-8.5 rounded-bar px-1 text-center font-display text-xs/5 font-semibold ${LOOKS[Math.min(10, tenths)]}`}
    >
      {(status > 0 ? tenths / 10 : status).toFixed(1)}
    </span>
  );
}
