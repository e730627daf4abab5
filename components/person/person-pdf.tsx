"use client";

import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { type PageMessages, PageMessagesProvider } from "#components/page/page-messages.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Person } from "#lib/contract/people/person.ts";

type Viewer = ComponentType<ComponentProps<typeof import("#components/pdf/pdf-viewer.tsx").PdfViewer>>;

type OpenState = { is: "closed" | "loading" } | { is: "open"; Viewer: Viewer };

/** The viewer of one card: its code comes when it is opened for the first time. */
export function usePdfViewer() {
  const [state, setState] = useState<OpenState>({ is: "closed" });
  const link = useRef<HTMLAnchorElement>(null);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    // A click for a new tab or window follows the link.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (state.is !== "closed") return;
    const { href } = event.currentTarget;
    setState({ is: "loading" });
    import("#components/pdf/pdf-viewer.tsx").then(
      ({ PdfViewer }) => setState({ is: "open", Viewer: PdfViewer }),
      // Without its code there is still the browser's own viewer.
      () => {
        setState({ is: "closed" });
        window.location.assign(href);
      },
    );
  };
  const close = useCallback(() => {
    setState({ is: "closed" });
    link.current?.focus({ preventScroll: true });
  }, []);
  return { state, link, open, close };
}

type LinkProps = { person: Person; address: string; viewer: ReturnType<typeof usePdfViewer> };

/**
 * The one stable link to the PDF: it opens beside the data, or in a tab of its own on request. It takes
 * the focus as soon as it is there, unless something else has it: Enter then opens the PDF.
 */
export function PdfLink({ person, address, viewer: { state, link, open } }: LinkProps) {
  const t = useTranslations("people.card");
  const available = person.external_identities.curp?.curp_file.available === true;
  useEffect(() => {
    if (available && document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, [available, link]);
  if (!available) return <p className="text-muted-foreground text-xs">{t("noPdf")}</p>;
  return (
    <Button asChild>
      <a
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
    </Button>
  );
}

type PaneProps = ComponentProps<Viewer> & { Viewer: Viewer; words: PageMessages };

/** The open viewer: beside the data where there is room, else above it. */
export function PdfPane({ Viewer, words, ...rest }: PaneProps) {
  return (
    <div className="h-[85dvh] lg:h-[calc(100dvh-5rem)] print:hidden">
      <PageMessagesProvider messages={words}>
        <Viewer {...rest} />
      </PageMessagesProvider>
    </div>
  );
}
