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
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { isModifiedClick } from "#components/kit/modified-click.ts";
import { takeWantedPdf, wantPdf } from "#lib/core/browser/people.ts";
import type { Person } from "#lib/core/contract/people/person.ts";
import { buttonVariants } from "@/components/ui/button";

type Viewer = ComponentType<ComponentProps<typeof import("#components/core/pdf/pdf-viewer.tsx").PdfViewer>>;

type OpenState = { is: "closed" | "loading" } | { is: "open"; Viewer: Viewer };

/** Whether the current person's PDF is open, or would be open if the person had a PDF. */
let isPdfKept = false;

/** Makes the next person's page open with its PDF if the current PDF is open. */
export function keepPdf(href: string): void {
  if (isPdfKept) wantPdf(href);
}

/** The viewer of one card, for readers who may open PDFs; `href` is the person's page. Its code is loaded on first use. */
export function usePdfViewer(person: Person, shown: boolean, href: string, address: string) {
  const [state, setState] = useState<OpenState>({ is: "closed" });
  const opens = useCurrentUser().may("documents.open") && shown;
  const available = opens && person.external_identities.curp?.curp_file.available === true;
  const link = useRef<HTMLAnchorElement>(null);
  const load = useCallback(() => {
    setState({ is: "loading" });
    import("#components/core/pdf/pdf-viewer.tsx").then(
      ({ PdfViewer }) => setState({ is: "open", Viewer: PdfViewer }),
      // If the code cannot be loaded, the browser's own viewer opens the PDF.
      () => {
        setState({ is: "closed" });
        window.location.assign(address);
      },
    );
  }, [address]);
  const begin = useEffectEvent(() => {
    isPdfKept = takeWantedPdf(href);
    if (isPdfKept && available) load();
  });
  useEffect(() => {
    begin();
    return () => {
      isPdfKept = false;
    };
  }, []);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    // A click for a new tab or window follows the link.
    if (isModifiedClick(event)) return;
    event.preventDefault();
    if (state.is !== "closed") return;
    isPdfKept = true;
    load();
  };
  const close = useCallback(() => {
    isPdfKept = false;
    setState({ is: "closed" });
    link.current?.focus({ preventScroll: true });
  }, []);
  return { state, opens, available, link, open, close };
}

type LinkProps = { address: string; viewer: ReturnType<typeof usePdfViewer> };

/**
 * The link to the PDF: opens it beside the data, or in a new tab if the user asks for one. On mount it takes the focus
 * unless another element has it, so that Enter opens the PDF.
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
      <span>{t(state.is === "loading" ? "openingPdf" : "openPdf")}</span>
    </a>
  );
}
