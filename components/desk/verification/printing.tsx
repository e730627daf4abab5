import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Announced } from "#components/kit/announced.tsx";
import { LazyMenu } from "#components/kit/lazy-popup.tsx";
import { unfoldForPrint } from "#components/kit/unfold-for-print.ts";
import { WholeTags } from "#components/kit/whole-tags.tsx";
import type { VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { notesOptions } from "#lib/desk/browser/notes.ts";
import type { Freshness } from "#lib/platform/contract/answer-fields.ts";
import { Button } from "@/components/ui/button";

/** `preparing`: printed content is still loading. */
type PrintState = "idle" | "preparing" | "printing";
/** `summary`: the basis of a decision in two or three pages; `whole`: also the history. */
type PrintExtent = "summary" | "whole";
type Printing = {
  state: PrintState;
  extent: PrintExtent;
  start: (extent: PrintExtent) => void;
  prepared: () => void;
};

const nothing = () => undefined;
const PrintContext = createContext<Printing>({ state: "idle", extent: "summary", start: nothing, prepared: nothing });

export const usePrinting = (): Printing => useContext(PrintContext);

/**
 * Unfolds content while the page is printed, and folds it again. A summary, also printed by the browser's own command,
 * has the content marked with `data-printed`; print.css hides other folded content, and `data-history`. `start` first
 * loads the content to print; its loader calls `prepared`.
 */
export function PrintProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<PrintState>("idle");
  const [extent, setExtent] = useState<PrintExtent>("summary");
  const area = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      unfoldForPrint(area, extent === "summary" ? "details[data-printed]:not([open])" : undefined, {
        // The browser prints the page as it is when this handler returns.
        before: () => flushSync(() => setState("printing")),
        after: () => {
          setState("idle");
          setExtent("summary");
        },
      }),
    [extent],
  );
  const start = useCallback((wanted: PrintExtent) => {
    setExtent(wanted);
    setState("preparing");
  }, []);
  const prepared = useCallback(() => {
    setState("idle");
    // Printed after the loaded content has been rendered.
    requestAnimationFrame(() => window.print());
  }, []);
  const value = useMemo(() => ({ state, extent, start, prepared }), [state, extent, start, prepared]);
  return (
    <PrintContext value={value}>
      {/* A box: after a navigation Next scrolls to the first box of the page. */}
      <div ref={area} data-print={extent}>
        {children}
      </div>
    </PrintContext>
  );
}

/** Prints the file as a summary or as a whole. `ready`: the content of the summary has been loaded or has failed to load. */
export function PrintAction({ ready }: { ready: boolean }) {
  const t = useTranslations("verification.print");
  const { state, extent, start, prepared } = usePrinting();
  const preparing = state === "preparing";
  useEffect(() => {
    if (preparing && extent === "summary" && ready) prepared();
  }, [preparing, extent, ready, prepared]);
  return (
    <span className="print:hidden">
      <LazyMenu
        trigger={
          <Button variant="outline" size="sm" aria-disabled={preparing}>
            <Printer aria-hidden />
            <span>{t(preparing ? "preparing" : "action")}</span>
          </Button>
        }
      >
        {({ DropdownMenuContent, DropdownMenuItem }) => (
          <DropdownMenuContent align="end">
            {(["summary", "whole"] as const).map((wanted) => (
              <DropdownMenuItem key={wanted} onSelect={() => !preparing && start(wanted)}>
                {t(`extent.${wanted}`)}
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        )}
      </LazyMenu>
      <Announced as="span" className="sr-only">
        {preparing ? t("preparing") : ""}
      </Announced>
    </span>
  );
}

const FULL_FORMAT = { dateStyle: "long", timeStyle: "long" } as const;

type HeadProps = {
  file: Pick<VerificationSummary, "verification_id" | "tag" | "title" | "tax_id">;
  freshness: Freshness;
};

export function PrintedHead({ file: { verification_id, tag, title, tax_id }, freshness }: HeadProps) {
  const t = useTranslations("verification.print");
  const format = useFormatter();
  const zone = useTimeZone() ?? "UTC";
  const { state } = usePrinting();
  if (state !== "printing") return null;
  const { read_at } = freshness;
  const now = new Date();
  return (
    <div className="wrap-anywhere hidden text-xs print:block">
      <p>
        <WholeTags>{[title, tax_id, tag].filter((part) => part !== null).join(" · ")}</WholeTags>
      </p>
      <p>{t("id", { id: verification_id })}</p>
      <p>{window.location.href}</p>
      <p>{t("at", { at: format.dateTime(now, FULL_FORMAT) })}</p>
      <p>{t("zone", { zone, year: format.dateTime(now, { year: "numeric" }) })}</p>
      <p>{read_at === null ? t("neverRead") : t("readAt", { at: format.dateTime(new Date(read_at), FULL_FORMAT) })}</p>
    </div>
  );
}

/** The notes of the file, on paper only: the history, which shows them on screen, may not be printed. */
export function PrintedNotes({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification.print");
  const format = useFormatter();
  const { state } = usePrinting();
  // The activity section fetches the notes.
  const { data } = useQuery({ ...notesOptions(verificationId), enabled: false });
  if (state !== "printing" || !data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="printed-notes" className="hidden text-sm print:block">
      <h2 id="printed-notes" className="font-semibold">
        {t("notes")}
      </h2>
      <ul className="space-y-1.5">
        {data.items.map(({ note_id, author, created_at, text }) => (
          <li key={note_id}>
            <p className="text-muted-foreground text-xs">
              {author.name} · {format.dateTime(new Date(created_at), { dateStyle: "long", timeStyle: "short" })}
            </p>
            <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
