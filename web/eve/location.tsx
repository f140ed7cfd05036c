import { t, ph } from "#web/language/macros.ts";
import { typeName } from "#web/language/eve-names.ts";

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

type SystemProps = { id: number; name: string | null; securityStatus: number | null };

/** A solar system with its security. Its map is at Dotlan by the id, because the name is in the reader's language. */
export function System({ id, name, securityStatus }: SystemProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      {securityStatus !== null && <SecurityChip status={securityStatus} />}{" "}
      <a
        href={`https://evemaps.dotlan.net/system/${id}`}
        target="_blank"
        rel="noreferrer"
        title="Dotlan"
        className="relative min-w-0 truncate py-0.5 underline decoration-line-control decoration-1 underline-offset-3 hover:decoration-current"
      >
        <bdi>{name ?? id}</bdi>
      </a>
    </span>
  );
}

/** "Astero", or the number of a type that has no name yet. */
export const shipType = (ship: { typeId: number; typeName: string | null }): string =>
  ship.typeName === null
    ? t`Type ${ph({ typeId: ship.typeId })}`
    : typeName(ship.typeId, ship.typeName);
