import { useQuery } from "@tanstack/react-query";
import { FileSearch, FolderOpen, History, Star, User, Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RefObject, useCallback, useSyncExternalStore } from "react";
import { personHref, personKey } from "#components/core/people/person-place.ts";
import { builtInViews, sameQuery } from "#components/desk/views/built-in-views.ts";
import { codeOf } from "#components/kit/words.tsx";
import { foundPeopleOptions, setPeopleSearchText } from "#lib/core/browser/people.ts";
import { recentFiles } from "#lib/core/browser/recent-files.ts";
import { verificationSearchOptions } from "#lib/core/browser/verifications.ts";
import { viewsOptions } from "#lib/desk/browser/views.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { containsWords } from "@/components/ui/search-words";
import { destinationsOf } from "./navigation.tsx";
import { useActions } from "./palette-actions.tsx";
import { FoundPerson, FoundVerification, type Option, type OptionGroup, PaletteOptions } from "./palette-results.tsx";
import { looksLikeName, readTyped, useFound } from "./palette-search.ts";

type Props = {
  field: RefObject<HTMLInputElement | null>;
  entered: RefObject<boolean>;
  /** Counts the openings: zero while the palette is rendered in advance, without a request. */
  opening: number;
  user: SessionUser;
  sandbox: boolean;
  onDone: () => void;
};

/** Words of failed searches of people, by code; others have `peopleFailed`. */
const PEOPLE_FAILURES: Readonly<Record<string, "peopleReason" | "peopleTooMany">> = {
  REASON_REQUIRED: "peopleReason",
  TOO_MANY_REQUESTS: "peopleTooMany",
};

const fileHref = (id: string): string => `/verifications/${encodeURIComponent(id)}`;

/**
 * Opens a verification by id, tag or title, a person by name or CURP, a view of the list or a page, or runs an action
 * that would take a few clicks.
 */
export function Palette({ field, entered, opening, user, sandbox, onDone }: Props) {
  const t = useTranslations("shell.palette");
  const pages = useTranslations("shell.pages");
  const router = useRouter();
  const views = useViews(opening > 0);
  const typed = useTyped(field);
  const wanted = readTyped(typed);
  const go = (href: string) => {
    onDone();
    router.push(href);
  };
  const known = {
    pages: destinationsOf(user.role, sandbox)
      .filter(({ key }) => containsWords(pages(key), typed))
      .map(
        ({ href, key, icon, letter }): Option => ({
          key: href,
          icon,
          shows: pages(key),
          ...(letter && { keys: `G ${letter.toUpperCase()}` }),
          run: () => go(href),
        }),
      ),
    views: views
      .filter(({ name }) => containsWords(name, typed))
      .map(({ key, name, href }): Option => ({ key, icon: Star, shows: name, run: () => go(href) })),
    actions: useActions(user.role)
      .filter(({ name }) => containsWords(name, typed))
      .map(({ key, name, icon, run }): Option => {
        const close = () => {
          onDone();
          run();
        };
        return { key, icon, shows: name, run: close };
      }),
  };
  // By id, tag, title or account, like the search of the list.
  const found = useFound(wanted.search, verificationSearchOptions);
  // The search of people is recorded, so the name of a page, action or view does not start it.
  const isName = looksLikeName(typed) && Object.values(known).every((list) => list.length === 0);
  const people = useFound(wanted.personal || isName ? typed.trim() : null, foundPeopleOptions);
  const searchPeople: Option = {
    key: "people",
    icon: Users,
    shows: t("searchPeople"),
    run: () => {
      setPeopleSearchText(typed.trim());
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
  const persons: Option[] = people.items.map((person) => ({
    key: `person ${personKey(person)}`,
    icon: User,
    shows: <FoundPerson person={person} />,
    run: () => go(personHref(person)),
  }));
  const named: OptionGroup = {
    heading: t("people"),
    // With several people of the same name, Enter alone opens none of them.
    options: isName && persons.length > 1 ? [searchPeople, ...persons] : [...persons, searchPeople],
  };
  const recent: OptionGroup = {
    heading: t("recent"),
    options: recentFiles().map(({ verification_id, name, tag }) => ({
      key: `recent ${verification_id}`,
      icon: History,
      shows: (
        <span translate="no" className="min-w-0 truncate">
          {name} {tag !== null && tag !== name && <span className="text-muted-foreground">{tag}</span>}
        </span>
      ),
      run: () => go(fileHref(verification_id)),
    })),
  };
  const order = typed.trim() === "" ? (["actions", "pages"] as const) : (["pages", "views", "actions"] as const);
  // Options that need no request come first, so that later results do not move them. The option for a text in the
  // format of an id comes last and is never preselected, since the id may not exist.
  const groups: OptionGroup[] = wanted.personal
    ? searching
      ? []
      : people.items.length > 0
        ? [named, files]
        : [files, named]
    : [
        ...(typed.trim() === "" ? [recent] : []),
        ...order.map((of) => ({ heading: t(of), options: known[of] })),
        files,
        { ...named, options: found.state === "idle" || searching ? [] : named.options },
        {
          heading: t("byId"),
          options:
            id !== null && found.state === "found" && found.items.length === 0
              ? [
                  {
                    key: "id",
                    icon: FolderOpen,
                    shows: (
                      <span translate="no" className="truncate font-mono text-xs">
                        {id}
                      </span>
                    ),
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
        opening={opening}
        typed={typed}
        groups={groups.filter(({ options }) => options.length > 0)}
        searching={searching}
      />
      {/* A listbox contains options only, so the status is below it. It appears and disappears there without moving
          options, since a moving option misses clicks. */}
      <p role="status" className="px-4 pt-1.5 pb-3 text-muted-foreground text-xs empty:hidden">
        {wanted.personal && people.state !== "failed" && <span>{t("personal")}</span>}
        {people.state === "found" && people.items.length === 0 && <span>{` ${t("nobody")}`}</span>}
        {searching && <span>{t("searching")}</span>}
        {found.state === "failed" && <span>{t("searchFailed")}</span>}
        {people.state === "failed" && <span>{t(PEOPLE_FAILURES[codeOf(people.error) ?? ""] ?? "peopleFailed")}</span>}
      </p>
    </>
  );
}

/** The text of the field, which may have been typed before this code was loaded. */
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

type PaletteView = { key: string; name: string; href: string };

/** Views of the list: built-in views, then saved views. */
function useViews(enabled: boolean): PaletteView[] {
  const t = useTranslations("views.builtIn");
  const { data } = useQuery({ ...viewsOptions(), enabled });
  return [
    ...builtInViews(data?.dated ?? false).map(({ id, query }) => ({
      key: `view ${id}`,
      name: t(id),
      query: query as string,
    })),
    ...(data?.items ?? []).map(({ view_id, name, query }) => ({
      key: `view ${view_id}`,
      name,
      query: sameQuery(query),
    })),
  ].map(({ query, ...view }) => ({ ...view, href: query === "" ? "/verifications" : `/verifications?${query}` }));
}
