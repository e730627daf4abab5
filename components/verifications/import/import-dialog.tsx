"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import { ImportForm } from "./import-form.tsx";
import { ImportResults } from "./import-results.tsx";
import { useImport } from "./use-import.ts";

/** Verifications by id, for what happened before this dashboard was connected. Open from its first moment on. */
export function ImportDialog({ onClosed }: { onClosed: () => void }) {
  const t = useTranslations("verifications.import");
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { progress, start, again, stop, clear } = useImport();
  const running = progress?.state === "running";
  const close = () => dialog.current?.close();
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector("textarea")?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onClose={onClosed}
      // While it runs, leaving is a decision: there is a button for it.
      onCancel={(event) => running && event.preventDefault()}
      className="m-auto w-[34rem] max-w-[calc(100vw-2rem)] space-y-4 rounded-lg border border-border bg-card p-5 text-foreground"
    >
      <div className="space-y-1">
        <h2 id={title} className="font-semibold text-base">
          {t("title")}
        </h2>
        <p className="text-muted-foreground text-sm">{t("why")}</p>
      </div>
      {progress ? (
        <ImportResults progress={progress} onStop={stop} onAgain={again} onMore={clear} onClose={close} />
      ) : (
        <ImportForm onStart={start} onCancel={close} />
      )}
    </dialog>
  );
}
