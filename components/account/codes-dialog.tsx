"use client";

import { Check, Copy, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";

type Props = { codes: readonly string[]; onStored: () => void };

/** Recovery codes, shown once: nothing but 'I have stored them' closes it. */
export function CodesDialog({ codes, onStored }: Props) {
  const t = useTranslations("account.codes");
  const dialog = useRef<HTMLDialogElement>(null);
  const [title, about] = [useId(), useId()];
  const [copied, setCopied] = useState<"yes" | "no" | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied("yes"),
      () => setCopied("no"),
    );
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      aria-describedby={about}
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === "Escape" && event.preventDefault()}
      className="m-auto w-[30rem] max-w-[calc(100vw-2rem)] space-y-4 rounded-lg border border-border bg-card p-6 text-foreground backdrop:bg-black/50"
    >
      <div className="space-y-1">
        <h2 id={title} className="font-semibold text-base">
          {t("title")}
        </h2>
        <p id={about} className="text-muted-foreground text-sm">
          {t("about")}
        </p>
      </div>
      <ol
        translate="no"
        className="grid gap-x-6 gap-y-1.5 rounded-md border border-border bg-muted px-4 py-3 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" onClick={copy}>
          {copied === "yes" ? <Check aria-hidden className="text-done" /> : <Copy aria-hidden />}
          {t("copy")}
        </Button>
        <Button variant="outline" onClick={() => download(text)}>
          <Download aria-hidden />
          {t("download")}
        </Button>
        <p role="status" className="text-muted-foreground text-xs">
          {copied && t(`copied.${copied}`)}
        </p>
      </div>
      <div className="flex justify-end">
        <Button onClick={onStored}>{t("stored")}</Button>
      </div>
    </dialog>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "cotejo-recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(address);
}
