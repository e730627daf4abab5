"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Eraser } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Message } from "#components/ui/message.tsx";
import { erasedKey } from "#lib/browser/verifications.ts";
import type { Erased } from "#lib/contract/verifications/verification.ts";

/** In place of a file that was erased here: for whoever has just done so, what went; for whoever had it open, that it is gone. */
export function ErasedView({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification.erased");
  const went = useQueryClient().getQueryData<Erased>(erasedKey(verificationId));
  const message = useRef<HTMLDivElement>(null);
  // What had the focus has gone with the file.
  useEffect(() => message.current?.focus({ preventScroll: true }), []);
  return (
    <Message
      ref={message}
      tabIndex={-1}
      role="status"
      className="outline-none"
      icon={<Eraser aria-hidden />}
      title={t("title")}
    >
      <p className="wrap-anywhere font-mono text-xs">{verificationId}</p>
      {went && <p>{t("went", went)}</p>}
      <p className="text-muted-foreground">{t("body")}</p>
      <p className="text-muted-foreground">{t("service")}</p>
      <Button asChild variant="outline">
        <Link href="/verifications">{t("list")}</Link>
      </Button>
    </Message>
  );
}
