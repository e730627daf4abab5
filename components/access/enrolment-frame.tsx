import type { ReactNode } from "react";
import { ClockProvider } from "#components/page/time.tsx";
import { LanguageSwitch } from "#components/shell/language-switch.tsx";
import { ThemeSwitch } from "#components/shell/theme-switch.tsx";
import { UserMenu } from "#components/shell/user-menu.tsx";
import { Wordmark } from "#components/shell/wordmark.tsx";
import type { SessionUser } from "#lib/contract/access/user.ts";
import type { Theme } from "#lib/contract/preferences.ts";
import { SessionWatch } from "./session-watch.tsx";

type Props = { user: SessionUser; theme: Theme; children: ReactNode };

/** Around the one page of who has to set up a second factor first: nothing leads anywhere else but out. */
export function EnrolmentFrame({ user, theme, children }: Props) {
  return (
    <ClockProvider>
      <SessionWatch />
      <header className="sticky top-0 z-20 flex h-12 items-center gap-1 border-border border-b bg-background/95 px-4 backdrop-blur-sm md:px-6">
        <div className="flex-1">
          <Wordmark />
        </div>
        <LanguageSwitch />
        <ThemeSwitch initial={theme} />
        <UserMenu user={user} />
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-3xl px-4 py-6 outline-none">
        {children}
      </main>
    </ClockProvider>
  );
}
