import { formatIsk, formatIskShort } from "#web/lib/format.ts";

/** "1,234.56 ISK", or short "48.21b ISK" with the exact amount in the tooltip. */
export function Isk({ amount, isShort = false }: { amount: number; isShort?: boolean }) {
  const exact = formatIsk(amount);
  return (
    <data
      value={amount}
      title={isShort ? exact : undefined}
      className="whitespace-nowrap proportional-nums"
    >
      {isShort ? `${formatIskShort(amount)} ISK` : exact}
    </data>
  );
}
