import type { ReactNode } from "react";

type Props = { label: string; className?: string; children: ReactNode };

/** Skeletons with a text for screen readers. */
export function Waiting({ label, className, children }: Props) {
  return (
    <div className={className}>
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
    </div>
  );
}
