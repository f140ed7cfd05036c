import type { OverviewCharacter } from "#shared/characters.ts";
import { Isk } from "#web/eve/isk.tsx";
import { formatCount, formatSp } from "#web/lib/format.ts";

/** "3 characters · 54.80b ISK · 186.21M SP", summed over the known values. */
export function Totals({ count, overview }: { count: number; overview: OverviewCharacter[] }) {
  const wallets = overview.flatMap(({ walletBalance }) => walletBalance ?? []);
  const points = overview.flatMap(({ totalSp }) => totalSp ?? []);
  return (
    <p className="bg-void text-sm text-text-3">
      {formatCount(count, "character")}
      {wallets.length > 0 && (
        <>
          {" · "}
          <Isk isShort amount={sum(wallets)} />
        </>
      )}
      {points.length > 0 && ` · ${formatSp(sum(points))} SP`}
    </p>
  );
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
