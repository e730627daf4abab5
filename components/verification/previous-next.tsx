"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { extendNavigation, navigationFrom, neighboursOf } from "#lib/browser/list-navigation.ts";

type Step = "previous" | "next";

/** By which of the two one came to this file: the focus stays where it was, so that one can go on. */
let arrivedBy: Step | null = null;

const hrefOf = (id: string): string => `/verifications/${encodeURIComponent(id)}`;

/**
 * From file to file in the order of the list that one came from, by button and by key. Not there after a hard load, when
 * there is no such list. It replaces the address, so that Back leads to the list.
 */
export function PreviousNext({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification.walk");
  const router = useRouter();
  /** The file that one is on the way to, which is the next step's beginning: this one until one goes. */
  const [ahead, setAhead] = useState(verificationId);
  /** A step beyond what is known of the list, taken as soon as that goes on. */
  const [owed, setOwed] = useState(false);
  const { list, failed, retry } = useListOrder(ahead);
  const links = useRef<Record<Step, HTMLAnchorElement | null>>({ previous: null, next: null });
  const found = list && neighboursOf(list.ids, verificationId);
  const { previous = null, next = null } = (list && neighboursOf(list.ids, ahead)) ?? {};
  const more = list !== null && list.nextCursor !== null && !failed;
  const go = useCallback(
    (step: Step, id: string) => {
      arrivedBy = step;
      setAhead(id);
      setOwed(false);
      router.replace(hrefOf(id));
    },
    [router],
  );
  useEffect(() => {
    const at = arrivedBy;
    arrivedBy = null;
    if (at) (links.current[at] ?? links.current.previous ?? links.current.next)?.focus();
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOfKey(event);
      const id = step === "next" ? next : step === "previous" ? previous : null;
      if (!step || (id === null && !(step === "next" && more))) return;
      event.preventDefault();
      if (id === null) setOwed(true);
      else go(step, id);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [go, previous, next, more]);
  useEffect(() => {
    if (owed && next !== null) go("next", next);
    else if (owed && !more) setOwed(false);
  }, [owed, next, more, go]);
  if (!list || !found) return null;
  const link = (step: Step, id: string | null, icon: LucideIcon, key: string) => (
    <StepLink
      ref={(anchor) => {
        links.current[step] = anchor;
      }}
      name={t(step)}
      shortcut={key}
      href={id === null ? null : hrefOf(id)}
      icon={icon}
      onGo={() => {
        arrivedBy = step;
        if (id !== null) setAhead(id);
      }}
    />
  );
  const { total } = list;
  return (
    <nav aria-label={t("title")} className="flex items-center gap-1 text-muted-foreground text-xs print:hidden">
      <span className="mr-1 tabular-nums">
        {typeof total === "number"
          ? t("position", { position: found.position, total: Math.max(total, list.ids.length) })
          : t("positionOfMany", { position: found.position, least: Math.max(total?.at_least ?? 0, list.ids.length) })}
      </span>
      {link("previous", previous, ChevronUp, "Alt+K")}
      {link("next", next, ChevronDown, "Alt+J")}
      {/* The keys for who sees; each link names its own for others. */}
      <kbd aria-hidden className="ml-1 font-sans max-lg:hidden">
        Alt+K · Alt+J
      </kbd>
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
  const title = `${name} (${shortcut})`;
  if (href === null) {
    return (
      <span aria-hidden title={title} className="flex size-8 items-center justify-center opacity-40">
        <Icon className="size-4" />
      </span>
    );
  }
  return (
    <Button asChild variant="outline" size="icon">
      <Link
        ref={ref}
        href={href}
        replace
        prefetch={false}
        // With one of these keys the link opens elsewhere, and one stays here.
        onClick={(event) => event.ctrlKey || event.metaKey || event.shiftKey || onGo()}
        aria-label={name}
        aria-keyshortcuts={shortcut}
        title={title}
      >
        <Icon aria-hidden />
      </Link>
    </Button>
  );
}

/** The list with this file in it, and what comes after its last known one, requested when one gets there. */
function useListOrder(id: string) {
  const client = useQueryClient();
  const [list, setList] = useState(() => navigationFrom(client, id));
  const [failed, setFailed] = useState(false);
  const atEnd = list !== null && list.nextCursor !== null && neighboursOf(list.ids, id)?.next === null;
  useEffect(() => {
    if (!atEnd || failed || !list) return;
    const left = new AbortController();
    extendNavigation(list, left.signal).then(setList, () => left.signal.aborted || setFailed(true));
    return () => left.abort();
  }, [list, atEnd, failed]);
  return { list, failed, retry: () => setFailed(false) };
}

type Key = Pick<KeyboardEvent, "code" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "defaultPrevented"> & {
  target: unknown;
};

const TYPING = "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], dialog[open]";

/**
 * Which way a key leads: Alt+J to the next file, Alt+K to the previous one. With Alt, since a key of one letter alone
 * would be pressed by speech input (WCAG 2.1.4); by its place on the keyboard, since Alt changes the
 * letter on some. Never while one is typing.
 */
export function stepOfKey(event: Key): "previous" | "next" | null {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return null;
  const step = event.code === "KeyJ" ? "next" : event.code === "KeyK" ? "previous" : null;
  return step && !isTyping(event.target) ? step : null;
}

const isTyping = (target: unknown): boolean =>
  typeof target === "object" &&
  target !== null &&
  "closest" in target &&
  typeof target.closest === "function" &&
  target.closest(TYPING) !== null;
