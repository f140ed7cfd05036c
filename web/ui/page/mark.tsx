/** The logo: a target-lock bracket around a point of light. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 22 22"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d="M1 6V1h5M16 1h5v5M21 16v5h-5M6 21H1v-5" />
      <circle cx="11" cy="11" r="3.2" fill="currentColor" stroke="none" />
    </svg>
  );
}
