import { useQuery } from "@tanstack/react-query";
import { CircleUser, ClockAlert } from "lucide-react";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useId, useState } from "react";
import { Hint } from "#components/kit/hint.tsx";
import type { Page } from "#components/kit/module-pages.ts";
import { PAGES } from "#components/modules.ts";
import { reviewLanesOptions } from "#lib/desk/browser/review-lanes.ts";
import { lowerBoundOf } from "#lib/platform/contract/pages.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { cn } from "@/components/ui/cn";

type Group = { key: Page["group"]; pages: readonly Page[] };

const GROUPS: readonly Page["group"][] = ["work", "team", "connection", "administration"];

/** The page of the user's menu, which no group has. */
const ACCOUNT = { href: "/account", key: "account", icon: CircleUser } as const;

type Destination = Pick<Page, "href" | "key" | "icon">;

const DESTINATIONS: readonly Destination[] = [...PAGES, ACCOUNT];

/** The groups with pages that the role may use. */
export const groupsOf = (role: Role, sandbox: boolean): readonly Group[] =>
  GROUPS.map((key) => ({
    key,
    pages: PAGES.filter(
      ({ group, permission, sandboxOnly }) => group === key && may(role, permission) && (sandbox || !sandboxOnly),
    ),
  })).filter(({ pages }) => pages.length > 0);

export const destinationsOf = (role: Role, sandbox: boolean): readonly Page[] =>
  groupsOf(role, sandbox).flatMap(({ pages }) => pages);

/** Pages that are not below their destination, where each segment is an id of the service. */
const PARENTS: Record<string, string> = { "/new-webhook": "/webhooks", "/imports/statements": "/verifications" };

/** The destination of a path: its own, else the first whose address is a parent of the path. */
export function destinationAt(path: string): Destination | undefined {
  const at = PARENTS[path] ?? path;
  return (
    DESTINATIONS.find(({ href }) => href !== "/" && (at === href || at.startsWith(`${href}/`))) ??
    DESTINATIONS.find(({ href }) => href === at)
  );
}

/** The destination of the current page. A person belongs to the list if opened from it (`fromPeople`), else to the file. */
export function useDestination(): Destination | undefined {
  const from = useSearchParams().get("from");
  const path = usePathname();
  return destinationAt(from === "people" && path.includes("/people/") ? "/people" : path);
}

type Props = {
  role: Role;
  sandbox: boolean;
  /** A narrow sidebar shows icons alone, with tooltips for the names. */
  inRail?: boolean;
  onNavigate?: () => void;
};

export function SidebarNav({ role, sandbox, inRail = false, onNavigate }: Props) {
  const t = useTranslations("shell");
  const id = useId();
  const here = useDestination();
  return (
    <div className={cn("space-y-4", inRail && "max-nav:space-y-2")}>
      {groupsOf(role, sandbox).map(({ key: group, pages }) => (
        <div
          key={group}
          className={cn(inRail && "max-nav:not-first:border-border max-nav:not-first:border-t max-nav:not-first:pt-2")}
        >
          <p
            id={`${id}-${group}`}
            className={cn("px-2.5 pb-1 text-muted-foreground text-xs", inRail && "max-nav:sr-only")}
          >
            {t(`groups.${group}`)}
          </p>
          <ul aria-labelledby={`${id}-${group}`} className="space-y-0.5">
            {pages.map(({ href, key, icon: Icon }) => {
              const current = here?.href === href;
              return (
                <li key={href}>
                  <EagerLink
                    href={href}
                    onClick={onNavigate}
                    aria-current={current ? "page" : undefined}
                    className={cn(
                      "group relative flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm",
                      current
                        ? "bg-accent font-medium text-foreground"
                        : "text-muted-foreground hover:bg-muted hover:text-foreground",
                    )}
                  >
                    <Icon aria-hidden className="size-4 shrink-0" />
                    <span className={inRail ? RAIL_NAME : undefined}>{t(`pages.${key}`)}</span>
                    {key === "review" && may(role, "reviews.assign") && <ReviewCount inRail={inRail} />}
                  </EagerLink>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** The name beside an icon, shown on hover and focus. */
const RAIL_NAME =
  "max-nav:pointer-events-none max-nav:fixed max-nav:left-15 max-nav:z-30 max-nav:rounded-md max-nav:border max-nav:border-border max-nav:bg-popover max-nav:px-2 max-nav:py-1 max-nav:text-foreground max-nav:text-xs max-nav:shadow-md max-nav:not-group-hover:not-group-focus-visible:sr-only max-nav:not-group-hover:not-group-focus-visible:left-auto";

/** Prefetches a page when the pointer is on its link: prefetching all of them at once would slow down the page load. */
function EagerLink(props: ComponentProps<typeof Link>) {
  const [meant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return <Link {...props} prefetch={meant ? null : false} onPointerEnter={mean} onTouchStart={mean} onFocus={mean} />;
}

/** The number of reviews that wait for the user. Fetched after hydration, so that it delays no page. */
function ReviewCount({ inRail = false }: { inRail?: boolean }) {
  const [usable, setUsable] = useState(false);
  useEffect(() => {
    const soon = setTimeout(() => setUsable(true));
    return () => clearTimeout(soon);
  }, []);
  return usable && <Count inRail={inRail} />;
}

/** The number of the user's and of unassigned reviews, with a mark for overdue reviews. */
function Count({ inRail }: { inRail: boolean }) {
  const t = useTranslations("shell.reviews");
  const format = useFormatter();
  const { data } = useQuery(reviewLanesOptions());
  if (!data) return null;
  const lanes = [data.mine, data.unassigned];
  const count = lanes.reduce((sum, lane) => sum + lowerBoundOf(lane.count), 0);
  if (count === 0) return null;
  const overdue = lanes.reduce((sum, lane) => sum + lowerBoundOf(lane.overdue), 0);
  const more = lanes.some((lane) => typeof lane.count !== "number");
  const shown = format.number(count);
  const words = [
    t(more ? "more" : "toDo", { count: shown }),
    ...(overdue > 0 ? [t("overdue", { count: overdue })] : []),
  ];
  return (
    <Hint text={words.join(", ")} side="right">
      <span
        className={cn(
          "ml-auto flex items-center gap-1 text-xs tabular-nums",
          inRail &&
            "max-nav:absolute max-nav:-top-1 max-nav:-right-1 max-nav:rounded-full max-nav:border max-nav:border-border max-nav:bg-card max-nav:px-1 max-nav:text-[0.625rem]",
        )}
      >
        {overdue > 0 && <ClockAlert aria-hidden className={cn("size-3 text-failed", inRail && "max-nav:hidden")} />}
        <span aria-hidden>{more ? `${shown}+` : shown}</span>
        <span className="sr-only"> {words.join(", ")}</span>
      </span>
    </Hint>
  );
}
