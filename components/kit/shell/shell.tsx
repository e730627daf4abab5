"use client";

import { FlaskConical, Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { SessionWatch } from "#components/access/session-watch.tsx";
import { UndoHost } from "#components/desk/review/undo-host.tsx";
import { Announced, LiveRegion } from "#components/kit/announced.tsx";
import { listenForHeldKeys, useBufferedKeys } from "#components/kit/key-buffer.ts";
import { SkipLink } from "#components/kit/skip-link.tsx";
import { ClockProvider } from "#components/kit/time.tsx";
import { Bell } from "#components/outbound/notices/bell.tsx";
import type { Theme } from "#lib/platform/contract/preferences.ts";
import type { Role, SessionUser } from "#lib/platform/manifest.ts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { useGoKeys } from "./go-keys.ts";
import { KeysHelp } from "./keys-help.tsx";
import { LiveMark, LiveProvider, RoleNotice } from "./live.tsx";
import { SidebarNav } from "./navigation.tsx";
import { NavigationSheet } from "./navigation-sheet.tsx";
import { PaletteButton } from "./palette-button.tsx";
import { LanguageSwitch, ThemeSwitch, TimeZone } from "./preferences.tsx";
import { ProblemBanner } from "./problem-banner.tsx";
import { UserMenu } from "./user-menu.tsx";
import { Wordmark } from "./wordmark.tsx";

type Props = {
  user: SessionUser;
  theme: Theme;
  sandbox: boolean;
  version: string;
  /** The name of the account if all files have the same. */
  account: string | null;
  children: ReactNode;
};

export function Shell({ user, theme, sandbox, version, account, children }: Props) {
  const t = useTranslations("shell");
  useGoKeys(user.role, sandbox);
  const foot = (
    <div className="space-y-2.5">
      {sandbox && <SandboxMark />}
      {account !== null && (
        <p className="wrap-anywhere px-2.5 text-muted-foreground text-xs md:max-nav:hidden">
          {t("account", { name: account })}
        </p>
      )}
      <p className="px-2.5 text-muted-foreground text-xs tabular-nums md:max-nav:hidden">{t("version", { version })}</p>
    </div>
  );
  return (
    <LiveProvider>
      <ClockProvider>
        <TimeZone />
        <SessionWatch user={user} />
        <KeysHelp />
        <HeldKeysNote />
        <UndoHost />
        <SkipLink href="#main">{t("skip")}</SkipLink>
        <div className="flex min-h-dvh print:block print:min-h-0">
          <aside
            aria-label={t("sidebar")}
            className="sticky top-0 hidden h-dvh max-nav:z-30 w-14 shrink-0 flex-col overflow-y-auto border-border border-r p-2 md:flex nav:w-52 nav:p-3 print:hidden"
          >
            <div className="mb-5 px-1.5 pt-1.5 nav:pt-0.5">
              <Wordmark inRail />
            </div>
            <nav aria-label={t("navigation")} className="flex-1">
              <SidebarNav role={user.role} sandbox={sandbox} inRail />
            </nav>
            {foot}
          </aside>
          <div className="flex min-w-0 flex-1 flex-col">
            <header className="sticky top-0 z-20 flex h-12 items-center gap-0.5 border-border border-b bg-background/95 px-2 backdrop-blur-sm sm:gap-1 sm:px-3 md:px-6 print:hidden">
              <MobileNav role={user.role} sandbox={sandbox} footer={foot} />
              <Breadcrumbs />
              <PaletteButton user={user} sandbox={sandbox} />
              <LiveMark />
              <Bell />
              <LanguageSwitch />
              <ThemeSwitch initial={theme} />
              <UserMenu user={user} />
            </header>
            <RoleNotice />
            <ProblemBanner />
            <main
              id="main"
              tabIndex={-1}
              className="min-w-0 flex-1 px-4 py-5 outline-none [--page-side:1rem] md:px-6 md:[--page-side:1.5rem] lg:in-data-[sheet]:pr-[calc(var(--sheet)+1.5rem)]"
            >
              {children}
            </main>
          </div>
        </div>
        <LiveRegion />
      </ClockProvider>
    </LiveProvider>
  );
}

function SandboxMark() {
  const t = useTranslations("shell.sandbox");
  return (
    <Alert className="border-dashed bg-transparent p-2.5 text-muted-foreground text-xs [&>svg]:mt-px [&>svg]:size-3.5">
      <FlaskConical aria-hidden />
      <p className="md:max-nav:sr-only">
        <strong className="block font-medium text-foreground">{t("title")}</strong>
        {t("body")}
      </p>
    </Alert>
  );
}

type EnrolmentFrameProps = { user: SessionUser; theme: Theme; children: ReactNode };

/** The frame for a user who must set up a second factor. Its only link signs out. */
export function EnrolmentFrame({ user, theme, children }: EnrolmentFrameProps) {
  return (
    <ClockProvider>
      <SessionWatch user={user} />
      <header className="sticky top-0 z-20 flex h-12 items-center gap-1 border-border border-b bg-background/95 px-4 backdrop-blur-sm md:px-6">
        <div className="flex-1">
          <Wordmark />
        </div>
        <LanguageSwitch />
        <ThemeSwitch initial={theme} />
        <UserMenu user={user} />
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-3xl px-4 py-6 outline-none [--page-side:100vw]">
        {children}
      </main>
    </ClockProvider>
  );
}

/** Shorter waits are not announced. */
const ANNOUNCE_AFTER_MS = 300;

/** Tells that the target of a shortcut is loading, and that typed characters are kept for it. */
function HeldKeysNote() {
  const t = useTranslations("shell.heldKeys");
  const held = useBufferedKeys();
  const [late, setLate] = useState(false);
  const waits = held !== null;
  useEffect(listenForHeldKeys, []);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLate(true), ANNOUNCE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waits]);
  return (
    <Announced className="fixed inset-x-0 bottom-6 z-30 mx-auto w-fit max-w-[calc(100vw-2rem)] empty:hidden print:hidden">
      {held && late && (
        <Alert className="px-3 py-2 shadow-black/10 shadow-lg">{t(held.sealed ? "sealed" : "kept")}</Alert>
      )}
    </Announced>
  );
}

type MobileNavProps = { role: Role; sandbox: boolean; footer: ReactNode };

/** Opens the sidebar on narrow windows. */
function MobileNav(props: MobileNavProps) {
  const t = useTranslations("shell");
  const [open, setOpen] = useState(false);
  return (
    <div className="md:hidden">
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("openMenu")}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden />
      </Button>
      {open && <NavigationSheet {...props} onClosed={() => setOpen(false)} />}
    </div>
  );
}
