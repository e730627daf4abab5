import type { ReactNode } from "react";

type Props = { label: string; className?: string; children: ReactNode };

/** What is being loaded, in words for those who do not see the skeletons that stand for it. */
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
