"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { readPastedIds } from "#components/verifications/view/pasted-ids.ts";

type Props = { onStart: (ids: string[]) => void; onCancel: () => void };

/** A list of ids, pasted or typed, and what is in it. */
export function ImportForm({ onStart, onCancel }: Props) {
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
