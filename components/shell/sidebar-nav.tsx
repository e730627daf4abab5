"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { cn } from "#components/ui/cn.ts";
import type { Role } from "#lib/contract/access/user.ts";
import { destinationAt, destinationsOf } from "./navigation.ts";

type Props = { role: Role; sandbox: boolean; onNavigate?: () => void };

export function SidebarNav({ role, sandbox, onNavigate }: Props) {
  const t = useTranslations("shell.pages");
  const here = destinationAt(usePathname());
  return (
    <ul className="space-y-0.5">
      {destinationsOf(role, sandbox).map(({ href, key, icon: Icon }) => {
        const current = here?.href === href;
        return (
          <li key={href}>
            <EagerLink
              href={href}
              onClick={onNavigate}
              aria-current={current ? "page" : undefined}
              className={cn(
                "flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm",
                current
                  ? "bg-accent font-medium text-foreground"
                  : "text-muted-foreground hover:bg-muted hover:text-foreground",
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              {t(key)}
            </EagerLink>
          </li>
        );
      })}
    </ul>
  );
}

/** Fetches a page ahead once somebody points at its link: all of them at once would weigh on the page that is opened. */
function EagerLink(props: ComponentProps<typeof Link>) {
  const [meant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return <Link {...props} prefetch={meant ? null : false} onPointerEnter={mean} onTouchStart={mean} onFocus={mean} />;
}
