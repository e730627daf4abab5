import Link from "next/link";
import type { ReactNode } from "react";

/**
 * What lies above the row's stretched link because it tells more on hover. For the pointer it is the same link; keyboard
 * and screen reader already have that one, and get the words from `said`.
 */
export function HoverTwin({ href, said, children }: { href: string; said: ReactNode; children: ReactNode }) {
  return (
    <>
      <Link href={href} prefetch={false} aria-hidden tabIndex={-1} className="relative z-1 block truncate">
        {children}
      </Link>
      <span className="sr-only">{said}</span>
    </>
  );
}
