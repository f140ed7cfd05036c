/** Decorative: the text beside it says what is loading. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden="true"
      className="shrink-0 animate-spin"
    >
      <path d="M8 2a6 6 0 11-6 6" />
    </svg>
  );
}
