import { ph, t } from "#web/language/macros.ts";
import { formatIsk, formatIskShort } from "#web/lib/format.ts";

/** From here on, the digits of an exact amount are harder to read than its size. */
const TRILLION = 1e12;

type IskProps = {
  amount: number;
  /** Short below a trillion too. */
  isShort?: boolean;
  /** With all digits above a trillion too. */
  isExact?: boolean;
};

/**
 * "1,234.56 ISK", or short "48.21b ISK" with the exact amount in the tooltip. From a trillion on short, with the exact amount
 * beneath it.
 */
export function Isk({ amount, isShort = false, isExact = false }: IskProps) {
  const exact = formatIsk(amount);
  const isBoth = !isShort && !isExact && Math.abs(amount) >= TRILLION;
  return (
    <data
      value={amount}
      title={isShort ? exact : undefined}
      className="whitespace-nowrap proportional-nums"
    >
      {isShort || isBoth ? t`${ph({ amount: formatIskShort(amount) })} ISK` : exact}
      {isBoth && <span className="block text-text-2">{exact}</span>}
    </data>
  );
}
