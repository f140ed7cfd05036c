import { formatIsk, formatIskShort } from "#web/lib/format.ts";

/** 1,234.56 ISK to the cent, or 48.21b ISK where there is little room (the title has the rest). */
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
