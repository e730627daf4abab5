import type { ReactNode } from "react";
import { pick, RouteMessages } from "#components/kit/route-messages.tsx";
import { LanguageSwitch, ThemeSwitch } from "#components/kit/shell/preferences.tsx";
import { Wordmark } from "#components/kit/shell/wordmark.tsx";
import { PageTips } from "#components/kit/tip-area.tsx";
import { preferredTheme } from "#lib/platform/server/i18n/preferences.ts";

/** A single card in the middle, with the switches for language and theme. */
export default async function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <RouteMessages words={(all) => pick(all, "access")}>
      <PageTips />
      <div className="flex min-h-dvh flex-col">
        <div className="flex justify-end gap-1 p-3">
          <LanguageSwitch />
          <ThemeSwitch initial={await preferredTheme()} />
        </div>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center gap-6 px-4 pb-24">
          <div className="text-lg">
            <Wordmark />
          </div>
          {children}
        </main>
      </div>
    </RouteMessages>
  );
}
