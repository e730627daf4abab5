"use client";

import {
  FileSearch,
  FolderOpen,
  Keyboard,
  Languages,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Sun,
  User,
  Users,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RefObject, useCallback, useSyncExternalStore } from "react";
import { codeOf } from "#components/page/words.tsx";
import { personHref, personKey } from "#components/people/person-place.ts";
import { foundPeopleOptions, seekPeople } from "#lib/browser/people.ts";
import { rememberTheme } from "#lib/browser/preferences.ts";
import { signOutAndLeave } from "#lib/browser/session.ts";
import { verificationSearchOptions } from "#lib/browser/verifications.ts";
import type { SessionUser } from "#lib/contract/access/user.ts";
import { showKeys } from "./keys-help.tsx";
import { destinationsOf } from "./navigation.tsx";
import { FoundPerson, FoundVerification, type Option, type OptionGroup, PaletteOptions } from "./palette-results.tsx";
import { matches, readTyped, useFound } from "./palette-search.ts";
import { useSwitchLanguage } from "./preferences.tsx";

type Props = {
  field: RefObject<HTMLInputElement | null>;
  entered: RefObject<boolean>;
  user: SessionUser;
  sandbox: boolean;
  onDone: () => void;
};

const fileHref = (id: string): string => `/verifications/${encodeURIComponent(id)}`;

/** Opens a verification by id or tag, a person by CURP or a page, or runs an action that is otherwise a few clicks away. */
export function Palette({ field, entered, user, sandbox, onDone }: Props) {
  const t = useTranslations("shell.palette");
  const pages = useTranslations("shell.pages");
  const router = useRouter();
  const actions = useActions();
  const typed = useTyped(field);
  const wanted = readTyped(typed);
  // By id, tag, title or account, as the list finds them.
  const found = useFound(wanted.search, verificationSearchOptions);
  // By what names them, which is posted.
  const people = useFound(wanted.personal ? typed.trim() : null, foundPeopleOptions);
  const go = (href: string) => {
    onDone();
    router.push(href);
  };
  const searchPeople: Option = {
    key: "people",
    icon: Users,
    shows: t("searchPeople"),
    run: () => {
      seekPeople(typed.trim());
      go("/people");
    },
  };
  const files: OptionGroup = {
    heading: t("verifications"),
    options: found.items.map((row) => ({
      key: `verification ${row.verification_id}`,
      icon: FileSearch,
      shows: <FoundVerification row={row} />,
      run: () => go(fileHref(row.verification_id)),
    })),
  };
  const searching = found.state === "searching" || people.state === "searching";
  const { id } = wanted;
  const named: OptionGroup = {
    heading: t("people"),
    options: [
      ...people.items.map((person) => ({
        key: `person ${personKey(person)}`,
        icon: User,
        shows: <FoundPerson person={person} />,
        run: () => go(personHref(person)),
      })),
      searchPeople,
    ],
  };
  // What is known at once comes first, so that what is found later moves none of it. Of what only looks like an id nothing
  // says that it exists: it comes last, and is never chosen by itself.
  const groups: OptionGroup[] = wanted.personal
    ? searching
      ? []
      : people.items.length > 0
        ? [named, files]
        : [files, named]
    : [
        {
          heading: t("pages"),
          options: destinationsOf(user.role, sandbox)
            .filter(({ key }) => matches(pages(key), typed))
            .map(({ href, key, icon }) => ({ key: href, icon, shows: pages(key), run: () => go(href) })),
        },
        {
          heading: t("actions"),
          options: actions
            .filter(({ name }) => matches(name, typed))
            .map(({ key, name, icon, run }) => ({
              key,
              icon,
              shows: name,
              run: () => {
                onDone();
                run();
              },
            })),
        },
        files,
        { heading: t("people"), options: found.state === "found" || found.state === "failed" ? [searchPeople] : [] },
        {
          heading: t("byId"),
          options:
            id !== null && found.state === "found" && found.items.length === 0
              ? [
                  {
                    key: "id",
                    icon: FolderOpen,
                    shows: <span className="truncate font-mono text-xs">{id}</span>,
                    run: () => go(fileHref(id)),
                  },
                ]
              : [],
        },
      ];
  return (
    <>
      <PaletteOptions
        field={field}
        entered={entered}
        typed={typed}
        groups={groups.filter(({ options }) => options.length > 0)}
        searching={searching}
      />
      {/* A list of options holds nothing else. Below it, since it comes and goes: an option that moves under the pointer
          takes no click. */}
      <p role="status" className="px-4 pt-1.5 pb-3 text-muted-foreground text-xs empty:hidden">
        {wanted.personal && people.state !== "failed" && t("personal")}
        {people.state === "found" && people.items.length === 0 && ` ${t("nobody")}`}
        {searching && t("searching")}
        {found.state === "failed" && t("searchFailed")}
        {people.state === "failed" &&
          t(codeOf(people.error) === "TOO_MANY_REQUESTS" ? "peopleTooMany" : "peopleFailed")}
      </p>
    </>
  );
}

/** What stands in the field, which may have been typed before this was loaded. */
function useTyped(field: RefObject<HTMLInputElement | null>): string {
  const subscribe = useCallback(
    (changed: () => void) => {
      const input = field.current;
      input?.addEventListener("input", changed);
      return () => input?.removeEventListener("input", changed);
    },
    [field],
  );
  return useSyncExternalStore(subscribe, () => field.current?.value ?? "");
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
    { key: "keys", name: t("showKeys"), icon: Keyboard, run: showKeys },
    // Should it fail, the next page says who is still signed in.
    {
      key: "sign-out",
      name: t("signOut"),
      icon: LogOut,
      run: () => void signOutAndLeave().catch(() => window.location.assign("/login")),
    },
  ];
}
