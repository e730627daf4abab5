"use client";

import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useCurrentUser } from "#components/page/current-user.tsx";
import { isModifiedClick } from "#components/page/modified-click.ts";
import { takeWantedPdf, wantPdf } from "#lib/browser/people.ts";
import type { Person } from "#lib/contract/people/person.ts";
import { buttonVariants } from "@/components/ui/button";

type Viewer = ComponentType<ComponentProps<typeof import("#components/pdf/pdf-viewer.tsx").PdfViewer>>;

type OpenState = { is: "closed" | "loading" } | { is: "open"; Viewer: Viewer };

/** Whether the current person's PDF is open, or would be if there were one. */
let kept = false;

/** Opens the next person's PDF with the card if this one's is open. */
export function keepPdf(href: string): void {
  if (kept) wantPdf(href);
}

/** The viewer of one card, for who is shown PDFs, by the address of the person's page; its code is loaded on first use. */
export function usePdfViewer(person: Person, shown: boolean, href: string, address: string) {
  const [state, setState] = useState<OpenState>({ is: "closed" });
  const opens = useCurrentUser().may("documents.open") && shown;
  const available = opens && person.external_identities.curp?.curp_file.available === true;
  const link = useRef<HTMLAnchorElement>(null);
  const load = useCallback(() => {
    setState({ is: "loading" });
    import("#components/pdf/pdf-viewer.tsx").then(
      ({ PdfViewer }) => setState({ is: "open", Viewer: PdfViewer }),
      // Without its code there is still the browser's own viewer.
      () => {
        setState({ is: "closed" });
        window.location.assign(address);
      },
    );
  }, [address]);
  const begin = useEffectEvent(() => {
    kept = takeWantedPdf(href);
    if (kept && available) load();
  });
  useEffect(() => {
    begin();
    return () => {
      kept = false;
    };
  }, []);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    // A click for a new tab or window follows the link.
    if (isModifiedClick(event)) return;
    event.preventDefault();
    if (state.is !== "closed") return;
    kept = true;
    load();
  };
  const close = useCallback(() => {
    kept = false;
    setState({ is: "closed" });
    link.current?.focus({ preventScroll: true });
  }, []);
  return { state, opens, available, link, open, close };
}

type LinkProps = { address: string; viewer: ReturnType<typeof usePdfViewer> };

/**
 * The link to the PDF: opens it beside the data, or in a tab of its own on request. Gets the focus on mount unless
 * another element has it: Enter then opens the PDF.
 */
export function PdfLink({ address, viewer: { state, opens, available, link, open } }: LinkProps) {
  const t = useTranslations("people.card");
  useEffect(() => {
    if (available && document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, [available, link]);
  if (!opens) return null;
  if (!available) return <p className="text-muted-foreground text-xs">{t("noPdf")}</p>;
  return (
    <a
      className={buttonVariants()}
      ref={link}
      href={address}
      target="_blank"
      rel="noreferrer"
      onClick={open}
      aria-expanded={state.is !== "closed"}
      aria-busy={state.is === "loading"}
    >
      <FileText aria-hidden />
      {t("openPdf")}
    </a>
  );
}
