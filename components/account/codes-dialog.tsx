"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { ShownOnceDialog, TakeAlong } from "#components/ui/shown-once-dialog.tsx";

type Props = { codes: readonly string[]; onStored: () => void };

/** Recovery codes, shown once: nothing but 'I have stored them' closes it. */
export function CodesDialog({ codes, onStored }: Props) {
  const t = useTranslations("account.codes");
  const text = `${codes.join("\n")}\n`;
  return (
    <ShownOnceDialog title={t("title")} about={t("about")} className="w-[30rem]">
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
      <TakeAlong
        text={text}
        words={{ copy: t("copy"), download: t("download"), copied: { yes: t("copied.yes"), no: t("copied.no") } }}
        onDownload={() => saveFile(plainText(text), "cotejo-recovery-codes.txt")}
      />
      <div className="flex justify-end">
        <Button onClick={onStored}>{t("stored")}</Button>
      </div>
    </ShownOnceDialog>
  );
}

const plainText = (text: string) => new Blob([text], { type: "text/plain" });
