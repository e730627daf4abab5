"use client";

import { Printer } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import type { Freshness } from "#lib/contract/verifications/verification.ts";
import { usePrinting } from "./printing.tsx";

/** Has the whole file loaded, and printed. */
export function PrintAction() {
  const t = useTranslations("verification.print");
  const { state, start } = usePrinting();
  const preparing = state === "preparing";
  return (
    <span className="print:hidden">
      <Button variant="outline" size="sm" aria-disabled={preparing} onClick={() => !preparing && start()}>
        <Printer aria-hidden />
        {t(preparing ? "preparing" : "action")}
      </Button>
      <span role="status" className="sr-only">
        {preparing ? t("preparing") : ""}
      </span>
    </span>
  );
}

const FULL = { dateStyle: "long", timeStyle: "long" } as const;

/** What only paper needs: which file it was, whole, when it was printed, and how fresh it was then. */
export function PrintedHead({ verificationId, freshness }: { verificationId: string; freshness: Freshness }) {
  const t = useTranslations("verification.print");
  const format = useFormatter();
  const { state } = usePrinting();
  if (state !== "printing") return null;
  const { read_at } = freshness;
  return (
    <div className="wrap-anywhere hidden text-xs print:block">
      <p>{t("id", { id: verificationId })}</p>
      <p>{window.location.href}</p>
      <p>{t("at", { at: format.dateTime(new Date(), FULL) })}</p>
      <p>{read_at === null ? t("neverRead") : t("readAt", { at: format.dateTime(new Date(read_at), FULL) })}</p>
    </div>
  );
}
