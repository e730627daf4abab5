"use client";

import "./pdf.css";
import { Download, FileX, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Message } from "#components/ui/message.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { type OpenPdf, openPdf, PdfFailure } from "./open-pdf.ts";
import { PdfDocument } from "./pdf-document.tsx";
import type { PaperSize } from "./pdf-page.tsx";
import { Tool } from "./toolbar.tsx";

type Props = {
  /** Whose the file is. */
  title: string;
  address: string;
  fileName: string;
  onClose: () => void;
  /** It has come, or has been refused: either way the server has been asked. */
  onAsked: () => void;
};

type State =
  | { is: "opening" }
  | { is: "open"; pdf: OpenPdf; paper: PaperSize }
  | { is: "failed"; code: string; file: Blob | null };

/** A PDF beside what it is about. Once it is open it needs nobody: all of it is in memory until it is closed. */
export function PdfViewer(props: Props) {
  const [attempt, setAttempt] = useState(0);
  // Each attempt is a new opening.
  return <Opening key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />;
}

function Opening({ title, address, fileName, onClose, onAsked, onAgain }: Props & { onAgain: () => void }) {
  const t = useTranslations("pdf");
  const [state, setState] = useState<State>({ is: "opening" });
  const frame = useRef<HTMLElement>(null);
  const asked = useEffectEvent(onAsked);

  useEffect(() => {
    const leaving = new AbortController();
    let opened: OpenPdf | null = null;
    const open = async () => {
      try {
        opened = await openPdf(address, leaving.signal);
        const { width, height } = (await opened.document.getPage(1)).getViewport({ scale: 1 });
        if (leaving.signal.aborted) return opened.close();
        setState({ is: "open", pdf: opened, paper: { width, height } });
      } catch (error) {
        if (leaving.signal.aborted) return;
        const { code, file } = error instanceof PdfFailure ? error : { code: "DAMAGED", file: opened?.file ?? null };
        setState({ is: "failed", code, file });
      }
      asked();
    };
    // Not at once: where effects are run twice to try them, the server is asked once all the same.
    const starting = setTimeout(() => void open());
    return () => {
      clearTimeout(starting);
      leaving.abort();
      opened?.close();
    };
  }, [address]);

  // Escape closes it from the beginning, and the button that began it anew is gone.
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);

  return (
    <section
      ref={frame}
      aria-label={t("title", { title })}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
      className="flex h-full min-h-0 flex-col overflow-hidden rounded-lg border border-border bg-card outline-none print:hidden"
    >
      {state.is === "open" ? (
        <PdfDocument open={state.pdf} paper={state.paper} fileName={fileName} onClose={onClose} />
      ) : (
        <>
          <div className="flex items-center justify-end border-border border-b px-2 py-1.5">
            <Tool label={t("close")} onClick={onClose}>
              <X aria-hidden />
            </Tool>
          </div>
          {state.is === "opening" ? (
            <div role="status" className="flex min-h-0 flex-1 flex-col bg-muted p-3">
              <span className="sr-only">{t("opening")}</span>
              <Skeleton className="min-h-0 w-full flex-1" />
            </div>
          ) : (
            <Failure {...state} onAgain={onAgain} fileName={fileName} />
          )}
        </>
      )}
    </section>
  );
}

type FailureProps = { code: string; file: Blob | null; fileName: string; onAgain: () => void };

/** The words of the page that a tab of its own would show. */
function Failure({ code, file, fileName, onAgain }: FailureProps) {
  const t = useTranslations("curp-file");
  const words = useTranslations("pdf");
  const why = t.has(`why.${code as "other"}`) ? t(`why.${code as "other"}`, { code }) : t("why.other", { code });
  return (
    <div role="alert" className="min-h-0 flex-1 overflow-auto">
      <Message icon={<FileX aria-hidden />} title={t("title")} level="h2">
        <p>{why}</p>
        <p className="text-muted-foreground">{t("safe")}</p>
        <Button variant="outline" onClick={onAgain}>
          {t("again")}
        </Button>
        {file && (
          <Button variant="ghost" onClick={() => saveFile(file, fileName)}>
            <Download aria-hidden />
            {words("download")}
          </Button>
        )}
      </Message>
    </div>
  );
}
