import { Card } from "@/components/ui/card";
import "./pdf.css";
import { Download, FileX, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { IconButton } from "#components/kit/icon-button.tsx";
import { Message } from "#components/kit/message.tsx";
import { saveFile } from "#components/kit/save-file.ts";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { type OpenPdf, openPdf, PdfFailure } from "./open-pdf.ts";
import { PdfDocument } from "./pdf-document.tsx";
import type { PageSize } from "./pdf-page.tsx";

type Props = {
  /** Name of the person. */
  title: string;
  address: string;
  fileName: string;
  onClose: () => void;
  /** Called when the request has ended, even with an error: the server may have recorded an opening. */
  onSettled: () => void;
};

type State =
  | { is: "opening" }
  | { is: "open"; pdf: OpenPdf; firstPage: PageSize }
  | { is: "failed"; code: string; file: Blob | null };

/** A PDF beside the data. The whole file is in memory while it is open. */
export function PdfViewer(props: Props) {
  const [attempt, setAttempt] = useState(0);
  // A new key per attempt restarts the request, which is another recorded opening.
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ title, address, fileName, onClose, onSettled, onRetry }: Props & { onRetry: () => void }) {
  const t = useTranslations("pdf");
  const [state, setState] = useState<State>({ is: "opening" });
  const frame = useRef<HTMLElement>(null);
  const settled = useEffectEvent(onSettled);

  useEffect(() => {
    const closing = new AbortController();
    let pdf: OpenPdf | null = null;
    const open = async () => {
      try {
        pdf = await openPdf(address, closing.signal);
        const { width, height } = (await pdf.document.getPage(1)).getViewport({ scale: 1 });
        if (closing.signal.aborted) return pdf.close();
        setState({ is: "open", pdf, firstPage: { width, height } });
      } catch (error) {
        if (closing.signal.aborted) return;
        const { code, file } = error instanceof PdfFailure ? error : { code: "DAMAGED", file: pdf?.file ?? null };
        setState({ is: "failed", code, file });
      }
      settled();
    };
    // Deferred: Strict Mode runs effects twice, and each request would be recorded as an opening.
    const starting = setTimeout(() => void open());
    return () => {
      clearTimeout(starting);
      closing.abort();
      pdf?.close();
    };
  }, [address]);

  // The focus makes Escape close the viewer. It is also set after a retry, which removes the focused button.
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
      className="h-full min-h-0 outline-none print:hidden"
    >
      <Card className="h-full min-h-0 gap-0 overflow-hidden p-0">
        {state.is === "open" ? (
          <PdfDocument open={state.pdf} firstPage={state.firstPage} fileName={fileName} onClose={onClose} />
        ) : (
          <>
            <div className="flex items-center justify-end border-border border-b px-2 py-1.5">
              <IconButton side="bottom" label={t("close")} onClick={onClose}>
                <X aria-hidden />
              </IconButton>
            </div>
            {state.is === "opening" ? (
              <div role="status" className="flex min-h-0 flex-1 flex-col gap-3 bg-muted p-3">
                <p className="text-center text-muted-foreground text-sm">{t("opening")}</p>
                <Skeleton className="min-h-0 w-full flex-1" />
              </div>
            ) : (
              <Failure {...state} onRetry={onRetry} fileName={fileName} />
            )}
          </>
        )}
      </Card>
    </section>
  );
}

type FailureProps = { code: string; file: Blob | null; fileName: string; onRetry: () => void };

/** Words the error as the PDF's own page in a new tab does. */
function Failure({ code, file, fileName, onRetry }: FailureProps) {
  const t = useTranslations("curp-file");
  const words = useTranslations("pdf");
  const why = t.has(`why.${code as "other"}`) ? t(`why.${code as "other"}`, { code }) : t("why.other", { code });
  return (
    <div role="alert" className="min-h-0 flex-1 overflow-auto">
      <Message icon={<FileX aria-hidden />} title={t("title")} level="h2">
        <p>{why}</p>
        <p>{t("safe")}</p>
        <Button variant="outline" onClick={onRetry}>
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
