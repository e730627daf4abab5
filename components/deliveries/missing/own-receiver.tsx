"use client";

import { Check, ChevronRight, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";

type Receiver = { language: string; file: string; source: string };

/** Programs to paste. */
export function OwnReceiver({ receivers }: { receivers: readonly Receiver[] }) {
  const t = useTranslations("deliveries.missing.own");
  return (
    <div className="space-y-3 text-[0.8125rem]">
      <p className="max-w-prose">{t("lede")}</p>
      {receivers.map((receiver) => (
        <details key={receiver.file} className="group rounded-md border border-border">
          <summary className="flex list-none items-center gap-2 rounded-md px-3 py-2 font-medium [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden
              className="size-4 text-muted-foreground transition-transform duration-100 group-open:rotate-90"
            />
            {t("program", receiver)}
          </summary>
          <Program {...receiver} />
        </details>
      ))}
    </div>
  );
}

function Program({ language, file, source }: Receiver) {
  const t = useTranslations("deliveries.missing.own");
  const [copied, setCopied] = useState(false);
  const Icon = copied ? Check : Copy;
  return (
    <div className="space-y-2 px-3 pb-3">
      <Button
        variant="outline"
        size="sm"
        onBlur={() => setCopied(false)}
        onClick={() =>
          navigator.clipboard.writeText(source).then(
            () => setCopied(true),
            () => undefined,
          )
        }
      >
        <Icon aria-hidden className={copied ? "text-done" : undefined} />
        {t("copy")}
      </Button>
      <span role="status" className="sr-only">
        {copied ? t("copied") : ""}
      </span>
      <CodeBlock label={t("program", { language, file })} className="max-h-112">
        {source}
      </CodeBlock>
    </div>
  );
}
