"use client";

import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCurrentUser } from "#components/page/current-user.tsx";
import { tabAt } from "#components/page/page-tabs.tsx";
import type { Permission } from "#lib/contract/access/permissions.ts";
import { cn } from "@/components/ui/cn";
import { NativeSelect, NativeSelectOptGroup, NativeSelectOption } from "@/components/ui/native-select";

/** `title` is the message of the page's heading, which is the name of the page here too. */
type SettingsPlace = { href: string; title: string; permission: Permission };

const GROUPS: readonly { key: string; pages: readonly SettingsPlace[] }[] = [
  {
    key: "work",
    pages: [
      { href: "/settings", title: "settings.title", permission: "settings.read" },
      { href: "/settings/review", title: "review-policy.title", permission: "settings.read" },
    ],
  },
  {
    key: "protection",
    pages: [
      { href: "/settings/custody", title: "custody-settings.title", permission: "privacy.read" },
      { href: "/settings/need-to-know", title: "need-to-know.title", permission: "settings.read" },
    ],
  },
  {
    key: "outside",
    pages: [
      { href: "/settings/channels", title: "channels.title", permission: "channels.read" },
      { href: "/settings/tokens", title: "tokens.title", permission: "tokens.read" },
    ],
  },
  { key: "access", pages: [{ href: "/settings/sign-in", title: "settings.signIn.title", permission: "users.manage" }] },
  {
    key: "system",
    pages: [
      { href: "/settings/alerts", title: "alerts.title", permission: "settings.read" },
      { href: "/settings/policies", title: "policies.title", permission: "settings.read" },
      { href: "/settings/system", title: "system.title", permission: "settings.read" },
    ],
  },
];

/** The pages of the settings in groups: beside the page where there is room, else one field above it. */
export function SettingsNav() {
  const t = useTranslations();
  const { may } = useCurrentUser();
  const router = useRouter();
  const groups = GROUPS.map(({ key, pages }) => ({
    name: t(`settings.groups.${key}`),
    pages: pages.filter(({ permission }) => may(permission)),
  })).filter(({ pages }) => pages.length > 0);
  const here = tabAt(
    usePathname(),
    groups.flatMap(({ pages }) => pages),
  );
  const label = t("settings.label");
  return (
    <>
      <nav aria-label={label} className="sticky top-17 space-y-4 self-start max-lg:hidden print:hidden">
        {groups.map(({ name, pages }) => (
          <section key={name} aria-label={name}>
            <h2 className="px-2.5 pb-1 text-muted-foreground text-xs">{name}</h2>
            <ul className="space-y-0.5">
              {pages.map(({ href, title }) => (
                <li key={href}>
                  <Link
                    href={href}
                    aria-current={here === href ? "page" : undefined}
                    className={cn(
                      "block rounded-md px-2.5 py-1.5 text-[0.8125rem]",
                      here === href
                        ? "bg-accent font-medium text-foreground"
                        : "text-muted-foreground hover:bg-muted hover:text-foreground",
                    )}
                  >
                    {t(title)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="mb-4 sm:max-w-72 lg:hidden print:hidden">
        <NativeSelect
          aria-label={label}
          className="w-full"
          value={here}
          onChange={({ target }) => router.push(target.value)}
        >
          {groups.map(({ name, pages }) => (
            <NativeSelectOptGroup key={name} label={name}>
              {pages.map(({ href, title }) => (
                <NativeSelectOption key={href} value={href}>
                  {t(title)}
                </NativeSelectOption>
              ))}
            </NativeSelectOptGroup>
          ))}
        </NativeSelect>
      </div>
    </>
  );
}
