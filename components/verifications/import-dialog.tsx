"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { importVerifications } from "#lib/browser/import.ts";
import { advance, type Progress, startProgress, unfinished } from "./import-progress.ts";
import { ImportResults } from "./import-results.tsx";
import { readPastedIds } from "./pasted-ids.ts";

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

type FormProps = { onStart: (ids: string[]) => void; onCancel: () => void };

/** A list of ids, pasted or typed, and what is in it. */
function ImportForm({ onStart, onCancel }: FormProps) {
  const t = useTranslations("verifications.import");
  const [text, setText] = useState("");
  const [refused, setRefused] = useState(false);
  const fieldId = useId();
  const noteId = useId();
  const { ids, duplicates, malformed, personal } = readPastedIds(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ids.length === 0) setRefused(true);
    else onStart(ids);
  };
  return (
    <form method="post" onSubmit={submit} className="space-y-3">
      <div className="space-y-1.5">
        <label htmlFor={fieldId} className="block font-medium text-sm">
          {t("field")}
        </label>
        <textarea
          id={fieldId}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setRefused(false);
          }}
          rows={7}
          spellCheck={false}
          autoComplete="off"
          placeholder={t("placeholder")}
          aria-describedby={noteId}
          aria-invalid={refused || undefined}
          className="block w-full resize-y rounded-md border border-input bg-card px-3 py-2 font-mono text-xs placeholder:text-muted-foreground aria-invalid:border-failed"
        />
        <div id={noteId} role="status" className="min-h-5 text-muted-foreground text-xs tabular-nums">
          {refused ? (
            <p className="text-failed">{t("none")}</p>
          ) : text.trim() === "" ? (
            <p>{t("hint")}</p>
          ) : (
            <ul className="flex flex-wrap gap-x-3">
              <li className="font-medium text-foreground">{t("valid", { count: ids.length })}</li>
              {duplicates > 0 && <li>{t("duplicates", { count: duplicates })}</li>}
              {malformed.length > 0 && <li>{t("malformed", { count: malformed.length })}</li>}
              {personal > 0 && <li className="text-foreground">{t("personal", { count: personal })}</li>}
            </ul>
          )}
        </div>
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onCancel}>
          {t("cancel")}
        </Button>
        <Button type="submit">{t("start", { count: ids.length })}</Button>
      </div>
    </form>
  );
}

/** An import and how far it is; null before the first. It ends with the component. */
function useImport() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(async (ids: string[]) => {
    const controller = new AbortController();
    running.current = controller;
    const step = (...steps: Parameters<typeof advance>[1][]) => {
      if (running.current === controller) setProgress((before) => before && steps.reduce(advance, before));
    };
    try {
      for await (const line of importVerifications(ids, controller.signal)) step({ type: "result", line });
      step({ type: "ended" });
    } catch (error) {
      if (controller.signal.aborted) return step({ type: "stopped" });
      step({ type: "broken", code: error instanceof ApiError ? error.code : "INTERNAL_SERVER_ERROR" });
    }
  }, []);

  const start = (ids: string[]) => {
    setProgress(startProgress(ids));
    void run(ids);
  };
  const again = () => {
    if (!progress) return;
    setProgress(advance(progress, { type: "again" }));
    void run(unfinished(progress));
  };
  const stop = () => running.current?.abort();
  return { progress, start, again, stop, clear: () => setProgress(null) };
}
