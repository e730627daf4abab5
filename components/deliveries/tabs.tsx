"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";

const TABS = [
  { href: "/deliveries", key: "events" },
  { href: "/deliveries/refusals", key: "refusals" },
  { href: "/deliveries/signature", key: "signature" },
  { href: "/deliveries/missing", key: "missing" },
] as const;

/** The parts of the page, each with an address of its own. A delivery that is open belongs to the events. */
export function Tabs() {
  const t = useTranslations("deliveries.tabs");
  const path = usePathname();
  const here = TABS.find(({ href }) => href === path) ?? TABS[0];
  const bar = useRef<HTMLElement>(null);
  // Scrolls to the open tab and a part of its neighbours if not all fit.
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>(`[href="${here.href}"]`);
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft + (tab.offsetWidth - bar.current.clientWidth) / 2;
  }, [here]);
  return (
    <nav ref={bar} aria-label={t("label")} className="relative -mt-2 mb-4 overflow-x-auto border-border border-b">
      <ul className="flex gap-1">
        {TABS.map(({ href, key }) => (
          <li key={key}>
            <Link
              href={href}
              aria-current={here.key === key ? "page" : undefined}
              className={cn(
                "-mb-px block whitespace-nowrap border-b-2 px-2.5 py-2 text-[0.8125rem] hover:text-foreground focus-visible:-outline-offset-2",
                here.key === key
                  ? "border-primary font-medium text-foreground"
                  : "border-transparent text-muted-foreground",
              )}
            >
              {t(key)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
