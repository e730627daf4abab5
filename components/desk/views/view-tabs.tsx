import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import type { FilterWords } from "#components/kit/list/filter-chips.tsx";
import type { VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { viewCountsOptions, viewsOptions } from "#lib/desk/browser/views.ts";
import { type ListCount, lowerBoundOf } from "#lib/platform/contract/pages.ts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { builtInViews, queryOf, sameQuery } from "./built-in-views.ts";
import { ViewMenu } from "./view-menu.tsx";

const loadDialog = () => import("./view-dialogs.tsx");
const SaveViewDialog = lazy(() => loadDialog().then((code) => ({ default: code.SaveViewDialog })));

/** Only so many views are counted, since a count costs as much as a page of the list. */
const MAX_COUNTED = 8;

type Props = {
  filter: VerificationFilter;
  /** The filter in words. */
  words: readonly FilterWords[];
  /** Whether the list has loaded: counting begins after it. */
  ready: boolean;
  mayShare: boolean;
};

/** Views of the list: all files, built-in views, then saved views. Each is a link to its address. */
export function ViewTabs({ filter, words, ready, mayShare }: Props) {
  const t = useTranslations("views");
  const { data } = useQuery(viewsOptions());
  const saves = useCurrentUser().may("views.own");
  const saved = data?.items ?? [];
  const now = queryOf(filter);
  const tabs = [
    { key: "all", query: "", name: t("all") },
    ...builtInViews(data?.dated ?? false).map(({ id, query }) => ({
      key: id,
      query: query as string,
      name: t(`builtIn.${id}`),
    })),
    ...saved.map(({ view_id, query, name }) => ({ key: view_id, query: sameQuery(query), name })),
  ];
  // An order alone has all files.
  const counted = tabs
    .map(({ query }) => query)
    .filter((query) => query.replace(/^sort=\w+$/, "") !== "")
    .slice(0, MAX_COUNTED);
  const { data: counts } = useQuery({ ...viewCountsOptions(counted), enabled: ready });
  const current = tabs.find(({ query }) => query === now);
  const mine = saved.find((view) => view.view_id === current?.key && view.editable && saves);
  return (
    <nav aria-label={t("label")} className="flex min-h-9 min-w-0 flex-1 items-center gap-2">
      {/* Positioned, so that its overflow also clips text for screen readers. */}
      <ul className="relative -m-1 flex min-w-0 flex-1 gap-0.5 overflow-x-auto p-1 [scrollbar-width:none]">
        {tabs.map(({ key, query, name }) => (
          <Tab key={key} query={query} current={key === current?.key}>
            <span className="max-w-64 truncate">{name}</span>
            {counted.includes(query) && <Count count={counts?.[query]} />}
          </Tab>
        ))}
      </ul>
      {mine && <ViewMenu view={mine} shared={saved.filter(({ shared }) => shared)} mayShare={mayShare} />}
      {saves && !current && (
        <SaveButton query={now} words={words} editable={saved.filter(({ editable }) => editable)} mayShare={mayShare} />
      )}
    </nav>
  );
}

function Tab({ query, current, children }: { query: string; current: boolean; children: ReactNode }) {
  const tab = useRef<HTMLLIElement>(null);
  // Scrolls to the open view if not all fit.
  useEffect(() => {
    if (current) tab.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <li ref={tab} className="shrink-0">
      <Link
        href={query === "" ? "/verifications" : `/verifications?${query}`}
        prefetch={false}
        aria-current={current ? "page" : undefined}
        className={cn(
          "inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 text-[0.8125rem]",
          current ? "bg-accent font-medium" : "text-muted-foreground hover:bg-muted hover:text-foreground",
        )}
      >
        {children}
      </Link>
    </li>
  );
}

const MAX_SHOWN = 999;

/** Number of files in a view. Its space is reserved while it loads, so that no tab moves. */
function Count({ count }: { count: ListCount | undefined }) {
  const t = useTranslations("views.count");
  const format = useFormatter();
  const exact = typeof count === "number" && count <= MAX_SHOWN;
  const least = lowerBoundOf(count ?? 0);
  return (
    <span className="min-w-[3.5ch] text-xs tabular-nums">
      {count !== undefined && (
        <>
          <span aria-hidden>{exact ? format.number(least) : `${MAX_SHOWN}+`}</span>
          <span className="sr-only">
            {typeof count === "number" ? t("exact", { count }) : t("atLeast", { count: least })}
          </span>
        </>
      )}
    </span>
  );
}

type SaveProps = Omit<ComponentProps<typeof SaveViewDialog>, "onClosed">;

function SaveButton(props: SaveProps) {
  const t = useTranslations("views");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden />
        <span className="sr-only @lg:not-sr-only">{t("save")}</span>
      </Button>
      <Suspense>{open && <SaveViewDialog {...props} onClosed={() => flushSync(() => setOpen(false))} />}</Suspense>
    </>
  );
}
