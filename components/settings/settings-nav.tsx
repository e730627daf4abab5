"use client";

import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCurrentUser } from "#components/page/current-user.tsx";
import { tabAt } from "#components/page/page-tabs.tsx";
import type { Permission } from "#lib/contract/access/permissions.ts";
import type { Messages, NamespaceWith } from "#messages/types.ts";
import { cn } from "@/components/ui/cn";
import { NativeSelect, NativeSelectOptGroup, NativeSelectOption } from "@/components/ui/native-select";

/** `of` is the namespace of the page, whose heading is the name of the page here too. */
type SettingsPlace = { href: string; of: NamespaceWith<"title">; permission: Permission };

const GROUPS: readonly { key: keyof Messages["settings"]["groups"]; pages: readonly SettingsPlace[] }[] = [
  {
    key: "work",
    pages: [
      { href: "/settings", of: "settings", permission: "settings.read" },
      { href: "/settings/review", of: "review-policy", permission: "settings.read" },
    ],
  },
  {
    key: "protection",
    pages: [
      { href: "/settings/custody", of: "custody-settings", permission: "privacy.read" },
      { href: "/settings/need-to-know", of: "need-to-know", permission: "settings.read" },
    ],
  },
  {
    key: "outside",
    pages: [
      { href: "/settings/channels", of: "channels", permission: "channels.read" },
      { href: "/settings/tokens", of: "tokens", permission: "tokens.read" },
    ],
  },
  { key: "access", pages: [{ href: "/settings/sign-in", of: "settings.signIn", permission: "users.manage" }] },
  {
    key: "system",
    pages: [
      { href: "/settings/alerts", of: "alerts", permission: "settings.read" },
      { href: "/settings/policies", of: "policies", permission: "settings.read" },
      { href: "/settings/system", of: "system", permission: "settings.read" },
    ],
  },
];

/** The pages of the settings in groups: beside the page where there is room, else one field above it. */
export function SettingsNav() {
  const t = useTranslations("settings");
  const { may } = useCurrentUser();
  const router = useRouter();
  const groups = GROUPS.map(({ key, pages }) => ({
    name: t(`groups.${key}`),
    pages: pages.filter(({ permission }) => may(permission)),
  })).filter(({ pages }) => pages.length > 0);
  const here = tabAt(
    usePathname(),
    groups.flatMap(({ pages }) => pages),
  );
  const label = t("label");
  return (
    <>
      <nav aria-label={label} className="sticky top-17 space-y-4 self-start max-lg:hidden print:hidden">
        {groups.map(({ name, pages }) => (
          <section key={name} aria-label={name}>
            <h2 className="px-2.5 pb-1 text-muted-foreground text-xs">{name}</h2>
            <ul className="space-y-0.5">
              {pages.map(({ href, of }) => (
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
                    <PageName of={of} />
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
              {pages.map(({ href, of }) => (
                <NativeSelectOption key={href} value={href}>
                  <PageName of={of} />
                </NativeSelectOption>
              ))}
            </NativeSelectOptGroup>
          ))}
        </NativeSelect>
      </div>
    </>
  );
}

const PageName = ({ of }: Pick<SettingsPlace, "of">) => useTranslations(of as "settings")("title");
