import type { ReactNode } from "react";

/** For the entries of a long list, beside a guess of their height: what is far from sight is laid out when one comes near. */
export const DRAWN_WHEN_NEAR =
  "[content-visibility:auto] [overflow-clip-margin:4px] print:[content-visibility:visible]";

/** A part of the page with its heading; `aside` stands at the right of it. */
export function Section({
  id,
  title,
  count,
  aside,
  flush = false,
  children,
}: {
  id: string;
  title: string;
  count?: number;
  aside?: ReactNode;
  /** Its content reaches its edges. */
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`${id}-title`} className="min-w-0 rounded-lg border border-border bg-card">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-border border-b px-4 py-2">
        <h2 id={`${id}-title`} className="font-semibold text-sm">
          {title}
          {count !== undefined && <span className="ml-2 font-normal text-muted-foreground tabular-nums">{count}</span>}
        </h2>
        {aside && <div className="text-muted-foreground text-xs">{aside}</div>}
      </header>
      <div className={flush ? undefined : "p-4"}>{children}</div>
    </section>
  );
}

/** Why a section has nothing to show. */
export function EmptySection({ children }: { children: ReactNode }) {
  return <p className="text-muted-foreground text-sm">{children}</p>;
}
