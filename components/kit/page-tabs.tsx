import Link from "next/link";
import { usePathname } from "next/navigation";
import { useLayoutEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";

type Props = { label: string; tabs: readonly { href: string; name: string }[] };

/** The address of the tab that a path belongs to: the first tab's below the address of none. */
export const tabAt = (path: string, tabs: readonly { href: string }[]): string | undefined =>
  (tabs.findLast(({ href }) => path === href || path.startsWith(`${href}/`)) ?? tabs[0])?.href;

/** The tabs of a page, each with an address. */
export function PageTabs({ label, tabs }: Props) {
  const here = tabAt(usePathname(), tabs);
  const bar = useRef<HTMLElement>(null);
  // Scrolls the open tab into view with a part of its neighbours, if not all tabs fit.
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>(`[href="${here}"]`);
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft + (tab.offsetWidth - bar.current.clientWidth) / 2;
  }, [here]);
  return (
    <nav ref={bar} aria-label={label} className="page-line relative -mt-2 mb-4 overflow-x-auto pb-px">
      <ul className="flex gap-1">
        {tabs.map(({ href, name }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={here === href ? "page" : undefined}
              className={cn(
                "-mb-px block whitespace-nowrap border-b-2 px-2.5 py-2 text-[0.8125rem] hover:text-foreground focus-visible:-outline-offset-2",
                here === href
                  ? "border-primary font-medium text-foreground"
                  : "border-transparent text-muted-foreground",
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
