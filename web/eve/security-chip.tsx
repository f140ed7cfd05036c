import { t } from "#web/language/macros.ts";
/** By tenths of the security status, with EVE's own colours; the text colour is chosen for contrast. */
const CLASSES = [
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

/** Rounded as in the EVE client: any status above zero shows as at least 0.1. */
export function SecurityChip({ status }: { status: number }) {
  const tenths = status > 0 ? Math.max(1, Math.round(status * 10)) : 0;
  return (
    <span
      title={t`Security status`}
      className={`inline-block min-w-8.5 rounded-bar px-1 text-center font-display text-xs/5 font-semibold ${CLASSES[Math.min(10, tenths)]}`}
    >
      {(status > 0 ? tenths / 10 : status).toFixed(1)}
    </span>
  );
}
