/** The logo: a document and its counterpart. In the narrow sidebar without the name. */
export function Wordmark({ inRail = false }: { inRail?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold tracking-tight">
      <svg aria-hidden viewBox="0 0 32 32" className="size-6 text-primary">
        <rect width="32" height="32" rx="8" fill="currentColor" />
        <path
          d="M9 8.5h8.5l5.5 5.5v9.5H9z"
          fill="none"
          stroke="var(--primary-foreground)"
          strokeWidth="2"
          strokeLinejoin="round"
          opacity=".55"
        />
        <path
          d="m11.5 17.5 3.5 3.5 7-8"
          fill="none"
          stroke="var(--primary-foreground)"
          strokeWidth="2.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={inRail ? "max-nav:sr-only" : undefined}>Cotejo</span>
    </span>
  );
}
