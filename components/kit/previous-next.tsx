import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { isModifiedClick } from "#components/kit/modified-click.ts";
import { extendNavigation, navigationFrom, neighboursOf } from "#lib/core/browser/list-navigation.ts";
import { Button, buttonVariants } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Hint } from "./hint.tsx";
import { usePageKeys } from "./page-keys.ts";

type Direction = "previous" | "next";

/** The link that the user pressed: it keeps the focus on the next page, so that the user can press it again. */
let arrivedBy: Direction | null = null;

type Props = {
  /** Namespace of the link names, under `walk`. */
  of: "verification" | "people.card";
  /** Address of this page in the list. */
  href: string;
  /** The whole list, if it differs from the list that the reader came from. */
  among?: readonly string[] | undefined;
  /** Called before a step to another file. */
  onGo?: (href: string) => void;
};

/**
 * Links to the previous and next entry of the list that the reader came from, with shortcuts. Absent after a page load,
 * when this list is unknown. A step replaces the history entry: Back leads to the list.
 */
export function PreviousNext({ of, href, among, onGo }: Props) {
  const t = useTranslations("list.walk");
  const names = useTranslations(`${of}.walk`);
  const router = useRouter();
  /** The target of a pending navigation: the next step starts there. */
  const [ahead, setAhead] = useState(href);
  /** A step beyond the loaded part of the list, taken when more of the list is loaded. */
  const [pendingNext, setPendingNext] = useState(false);
  const { list, failed, retry } = useListOrder(ahead, among);
  const links = useRef<Record<Direction, HTMLAnchorElement | null>>({ previous: null, next: null });
  const found = list && neighboursOf(list.hrefs, href);
  const { previous = null, next = null } = (list && neighboursOf(list.hrefs, ahead)) ?? {};
  const more = list !== null && list.nextCursor !== null && !failed;
  const go = useCallback(
    (step: Direction, to: string) => {
      arrivedBy = step;
      setAhead(to);
      setPendingNext(false);
      onGo?.(to);
      router.replace(to);
    },
    [router, onGo],
  );
  useEffect(() => {
    const at = arrivedBy;
    arrivedBy = null;
    if (at) (links.current[at] ?? links.current.previous ?? links.current.next)?.focus();
  }, []);
  usePageKeys((event) => {
    const step = stepOfKey(event);
    const to = step === "next" ? next : step === "previous" ? previous : null;
    if (!step || (to === null && !(step === "next" && more))) return;
    event.preventDefault();
    if (to === null) setPendingNext(true);
    else go(step, to);
  });
  useEffect(() => {
    if (pendingNext && next !== null) go("next", next);
    else if (pendingNext && !more) setPendingNext(false);
  }, [pendingNext, next, more, go]);
  if (!list || !found) return null;
  const link = (step: Direction, to: string | null, icon: LucideIcon, key: string) => (
    <StepLink
      ref={(anchor) => {
        links.current[step] = anchor;
      }}
      name={names(step)}
      shortcut={key}
      href={to}
      icon={icon}
      onGo={() => {
        arrivedBy = step;
        if (to === null) return;
        setAhead(to);
        onGo?.(to);
      }}
    />
  );
  const { total } = list;
  return (
    <nav aria-label={names("title")} className="flex items-center gap-1 text-muted-foreground text-xs print:hidden">
      <span className="mr-1 tabular-nums">
        {typeof total === "number"
          ? t("position", { position: found.position, total: Math.max(total, list.hrefs.length) })
          : t("positionOfMany", { position: found.position, least: Math.max(total?.at_least ?? 0, list.hrefs.length) })}
      </span>
      {link("previous", previous, ChevronUp, "Alt+K")}
      {link("next", next, ChevronDown, "Alt+J")}
      {/* The shortcuts for sighted users; each link has its own for screen readers. */}
      <span aria-hidden className="ml-1 inline-flex items-center gap-1 max-lg:hidden">
        <Kbd>Alt+K</Kbd>
        <Kbd>Alt+J</Kbd>
      </span>
      {failed && (
        <Button variant="ghost" size="sm" onClick={retry}>
          {t("failed")}
        </Button>
      )}
    </nav>
  );
}

type StepLinkProps = {
  ref: (anchor: HTMLAnchorElement | null) => void;
  name: string;
  shortcut: string;
  /** Null at an end of the list. */
  href: string | null;
  icon: LucideIcon;
  onGo: () => void;
};

function StepLink({ ref, name, shortcut, href, icon: Icon, onGo }: StepLinkProps) {
  return (
    <Hint text={`${name} (${shortcut})`}>
      {href === null ? (
        <span aria-hidden className="flex size-8 items-center justify-center opacity-40">
          <Icon className="size-4" />
        </span>
      ) : (
        <Link
          className={buttonVariants({ variant: "outline", size: "icon" })}
          ref={ref}
          href={href}
          replace
          prefetch={false}
          // With a modifier key the link opens in another tab, and this page stays.
          onClick={(event) => isModifiedClick(event) || onGo()}
          aria-label={name}
          aria-keyshortcuts={shortcut}
        >
          <Icon aria-hidden />
        </Link>
      )}
    </Hint>
  );
}

/** The list around this address; at its last loaded entry, more entries are requested. */
function useListOrder(href: string, among: readonly string[] | undefined) {
  const client = useQueryClient();
  const [begun, setList] = useState(() => (among ? null : navigationFrom(client, href)));
  const list = among ? { hrefs: among, nextCursor: null, total: among.length } : begun;
  const [failed, setFailed] = useState(false);
  const atEnd = begun !== null && begun.nextCursor !== null && neighboursOf(begun.hrefs, href)?.next === null;
  useEffect(() => {
    if (!atEnd || failed || !begun) return;
    const left = new AbortController();
    extendNavigation(begun, left.signal).then(setList, () => left.signal.aborted || setFailed(true));
    return () => left.abort();
  }, [begun, atEnd, failed]);
  return { list, failed, retry: () => setFailed(false) };
}

type StepKey = Pick<KeyboardEvent, "code" | "altKey" | "shiftKey">;

/** The direction of a key: Alt+J is next, Alt+K previous. By `code`, since Alt changes `key` on some keyboards. */
export function stepOfKey({ altKey, shiftKey, code }: StepKey): Direction | null {
  if (!altKey || shiftKey) return null;
  return code === "KeyJ" ? "next" : code === "KeyK" ? "previous" : null;
}
