"use client";

import { CircleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { startTransition, useEffect } from "react";
import { Message } from "#components/kit/message.tsx";
import { reportPageFault } from "#lib/platform/browser/page-faults.ts";
import { Button } from "@/components/ui/button";

/** A page that failed to render, with a retry. The cause is in the log only, in a line with the reference. */
export default function DashboardError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations("shell.failed");
  const router = useRouter();
  useEffect(() => reportPageFault("page", error), [error]);
  const retry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <Message role="alert" icon={<CircleAlert aria-hidden />} title={t("title")}>
      <p className="text-muted-foreground">{t("body")}</p>
      {error.digest && <p className="text-muted-foreground">{t("reference", { reference: error.digest })}</p>}
      <Button onClick={retry}>{t("retry")}</Button>
    </Message>
  );
}
