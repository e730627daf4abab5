"use client";

import { useTranslations } from "next-intl";
import { type ChangeEvent, useId } from "react";
import { Button } from "#components/ui/button.tsx";
import type { Body } from "./bench-view.tsx";

/** The body as text, or the bytes of a file, which keep their line ends. */
export function BodyField({ body, onChange }: { body: Body; onChange: (body: Body) => void }) {
  const t = useTranslations("deliveries.bench");
  const id = useId();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    onChange({ text: "", file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } });
  };
  return (
    <div className="space-y-1.5">
      <label htmlFor={`${id}-text`} className="block font-medium text-sm">
        {t("body")}
      </label>
      {body.file ? (
        <div className="flex flex-wrap items-center gap-2 rounded-md border border-input bg-card px-3 py-2 text-sm">
          <span className="wrap-anywhere min-w-0 flex-1 tabular-nums">
            {t("fileChosen", { name: body.file.name, bytes: body.file.bytes.length })}
          </span>
          <Button variant="outline" size="sm" onClick={() => onChange({ text: "", file: null })}>
            {t("fileRemove")}
          </Button>
        </div>
      ) : (
        <>
          <textarea
            id={`${id}-text`}
            rows={8}
            spellCheck={false}
            aria-describedby={`${id}-hint`}
            value={body.text}
            onChange={(event) => onChange({ text: event.target.value, file: null })}
            className="block w-full rounded-md border border-input bg-card px-3 py-2 font-mono text-xs"
          />
          <p id={`${id}-hint`} className="text-muted-foreground text-xs">
            {t("bodyHint")}
          </p>
          <label className="relative inline-flex h-8 cursor-pointer items-center rounded-md border border-border bg-card px-2.5 font-medium text-[0.8125rem] has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2 hover:bg-muted">
            {t("file")}
            <input type="file" onChange={choose} className="sr-only" />
          </label>
        </>
      )}
    </div>
  );
}
