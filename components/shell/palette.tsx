"use client";

import { Command } from "cmdk";
import { Languages, LogOut, type LucideIcon, Monitor, Moon, Search, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { personHref } from "#components/people/person-place.ts";
import { foundPeopleOptions, seekPeople } from "#lib/browser/people.ts";
import { rememberTheme } from "#lib/browser/preferences.ts";
import { signOutAndLeave } from "#lib/browser/query-client.ts";
import { verificationSearchOptions } from "#lib/browser/verifications.ts";
import type { SessionUser } from "#lib/contract/access/user.ts";
import { destinationsOf } from "./navigation.tsx";
import { FoundPeople, FoundVerifications, PaletteGroup, PaletteItem } from "./palette-results.tsx";
import { matches, readTyped, useFound } from "./palette-search.ts";
import { useSwitchLanguage } from "./preferences.tsx";

type Props = { user: SessionUser; sandbox: boolean; onDone: () => void };

/** Opens a verification by id or tag, a person by CURP or a page, or runs an action that is otherwise a few clicks away. */
export function Palette({ user, sandbox, onDone }: Props) {
  const t = useTranslations("shell.palette");
  const pages = useTranslations("shell.pages");
  const router = useRouter();
  const actions = useActions();
  const [typed, setTyped] = useState("");
  /** What is searched only on request. */
  const [requested, setRequested] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const wanted = readTyped(typed);
  // By id, tag or account, as the list finds them.
  const searched = wanted.waits && requested !== wanted.search ? null : wanted.search;
  const found = useFound(searched, verificationSearchOptions);
  // By what names them, which is posted.
  const people = useFound(wanted.personal ? typed.trim() : null, foundPeopleOptions);
  // It comes after the dialog was opened, which by then has put the focus on itself.
  useEffect(() => input.current?.focus(), []);
  const go = (href: string) => {
    onDone();
    router.push(href);
  };
  const act = (run: () => void) => {
    onDone();
    run();
  };
  const searchPeople = () => {
    seekPeople(typed.trim());
    go("/people");
  };
  // Enter may come before the answer: the first who is found is opened then.
  const [hasty, setHasty] = useState(false);
  const first = people.state === "found" ? people.items[0] : undefined;
  useEffect(() => {
    if (!hasty || people.state === "searching") return;
    setHasty(false);
    if (!first) return;
    onDone();
    router.push(personHref(first));
  }, [hasty, people.state, first, onDone, router]);
  const foundPages = destinationsOf(user.role, sandbox).filter(({ key }) => matches(pages(key), typed));
  const foundActions = actions.filter(({ name }) => matches(name, typed));
  return (
    <Command label={t("title")} shouldFilter={false} loop>
      <Command.Input
        ref={input}
        value={typed}
        onValueChange={(text) => {
          setHasty(false);
          setTyped(text);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && people.state === "searching") setHasty(true);
        }}
        maxLength={200}
        placeholder={t("placeholder")}
        className="h-12 w-full border-border border-b bg-transparent px-4 text-sm outline-none placeholder:text-muted-foreground"
      />
      <Command.List className="max-h-[min(24rem,55vh)] overflow-y-auto p-1.5">
        {wanted.personal ? (
          people.state !== "searching" && <FoundPeople people={people.items} onOpen={go} onSearch={searchPeople} />
        ) : (
          <>
            {/* What is known at once comes first, so that what is found later moves none of it. */}
            {foundPages.length > 0 && (
              <PaletteGroup heading={t("pages")}>
                {foundPages.map(({ href, key, icon }) => (
                  <PaletteItem key={href} value={`page:${href}`} icon={icon} onSelect={() => go(href)}>
                    {pages(key)}
                  </PaletteItem>
                ))}
              </PaletteGroup>
            )}
            {foundActions.length > 0 && (
              <PaletteGroup heading={t("actions")}>
                {foundActions.map(({ key, name, icon, run }) => (
                  <PaletteItem key={key} value={`action:${key}`} icon={icon} onSelect={() => act(run)}>
                    {name}
                  </PaletteItem>
                ))}
              </PaletteGroup>
            )}
            {wanted.waits && requested !== wanted.search && (
              <PaletteGroup heading={t("mayBePersonal")}>
                <PaletteItem value="search" icon={Search} onSelect={() => setRequested(wanted.search)}>
                  <span className="truncate">{t("searchFor", { text: wanted.search ?? "" })}</span>
                </PaletteItem>
              </PaletteGroup>
            )}
            {found.state === "found" && <FoundVerifications items={found.items} id={wanted.id} onOpen={go} />}
            {(found.state === "found" || found.state === "failed") && (
              <FoundPeople people={[]} onOpen={go} onSearch={searchPeople} />
            )}
          </>
        )}
      </Command.List>
      {/* A list of options holds nothing else. Below it, since it comes and goes: an option that moves under the pointer
          takes no click. */}
      <p role="status" className="px-4 pt-1.5 pb-3 text-muted-foreground text-xs empty:hidden">
        {wanted.personal && people.state !== "failed" && t("personal")}
        {people.state === "found" && people.items.length === 0 && ` ${t("nobody")}`}
        {found.state === "searching" && t("searching")}
        {found.state === "failed" && t("searchFailed")}
        {people.state === "failed" && t("peopleFailed")}
      </p>
    </Command>
  );
}

type Action = { key: string; name: string; icon: LucideIcon; run: () => void };

/** What the palette can do besides going somewhere. */
function useActions(): Action[] {
  const t = useTranslations("shell");
  const { other, change } = useSwitchLanguage();
  return [
    { key: "language", name: t(`language.${other}`), icon: Languages, run: change },
    { key: "light", name: t("palette.light"), icon: Sun, run: () => rememberTheme("light") },
    { key: "dark", name: t("palette.dark"), icon: Moon, run: () => rememberTheme("dark") },
    { key: "system", name: t("palette.system"), icon: Monitor, run: () => rememberTheme("system") },
    // Should it fail, the next page says who is still signed in.
    {
      key: "sign-out",
      name: t("signOut"),
      icon: LogOut,
      run: () => void signOutAndLeave().catch(() => window.location.assign("/login")),
    },
  ];
}
