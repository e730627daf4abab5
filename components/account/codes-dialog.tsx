"use client";

import { Check, Copy, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { ToldOnceDialog } from "#components/ui/told-once-dialog.tsx";
import { useCopying } from "#components/ui/use-copying.ts";

type Props = { codes: readonly string[]; onStored: () => void };

/** Recovery codes, shown once: nothing but 'I have stored them' closes it. */
export function CodesDialog({ codes, onStored }: Props) {
  const t = useTranslations("account.codes");
  const text = `${codes.join("\n")}\n`;
  const { copied, copy } = useCopying(text);
  return (
    <ToldOnceDialog title={t("title")} about={t("about")} className="w-[30rem]">
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
        <Button variant="outline" onClick={() => saveFile(plainText(text), "cotejo-recovery-codes.txt")}>
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
    </ToldOnceDialog>
  );
}

const plainText = (text: string) => new Blob([text], { type: "text/plain" });
