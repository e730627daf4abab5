"use client";

import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import type { SettingsPage } from "#components/kit/module-pages.ts";
import { tabAt } from "#components/kit/page-tabs.tsx";
import { SETTINGS_PAGES } from "#components/modules.ts";
import { cn } from "@/components/ui/cn";
import { NativeSelect, NativeSelectOptGroup, NativeSelectOption } from "@/components/ui/native-select";

const GROUPS: readonly SettingsPage["group"][] = ["work", "protection", "outside", "access", "system"];

/** The pages of the settings in groups: beside the page where there is room, else one field above it. */
export function SettingsNav() {
  const t = useTranslations("settings");
  const { may } = useCurrentUser();
  const router = useRouter();
  const groups = GROUPS.map((key) => ({
    name: t(`groups.${key}`),
    pages: SETTINGS_PAGES.filter(({ group, permission }) => group === key && may(permission)),
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

const PageName = ({ of }: Pick<SettingsPage, "of">) => useTranslations(of as "settings")("title");
