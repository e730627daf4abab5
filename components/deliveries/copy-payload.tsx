"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";

/** The payload as it came, byte for byte as far as text goes. */
export function CopyPayload({ text }: { text: string }) {
  const t = useTranslations("deliveries.detail");
  const [copied, setCopied] = useState(false);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <Button
        variant="ghost"
        size="xs"
        onBlur={() => setCopied(false)}
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => undefined,
          )
        }
        className="-my-1"
      >
        <Icon aria-hidden className={copied ? "text-done" : undefined} />
        {t("copyPayload")}
      </Button>
      <span role="status" className="sr-only">
        {copied ? t("payloadCopied") : ""}
      </span>
    </>
  );
}
