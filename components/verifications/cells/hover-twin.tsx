import type { ReactNode } from "react";

/**
 * What lies above the row's stretched link because it tells more on hover. For the pointer it is the same link, followed by
 * the table (`data-twin`): a list has hundreds of them, and each link of the framework would have to wake up. Keyboard and
 * screen reader already have the row's own, and get the words from `said`.
 */
export function HoverTwin({ href, said, children }: { href: string; said: ReactNode; children: ReactNode }) {
  return (
    <>
      {/* biome-ignore lint/a11y/useAnchorContent: a copy for the pointer alone. */}
      <a href={href} data-twin aria-hidden tabIndex={-1} className="relative z-1 block truncate">
        {children}
      </a>
      <span className="sr-only">{said}</span>
    </>
  );
}
