"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { startTransition } from "react";
import { Button } from "#components/ui/button.tsx";

/** A page that could not be rendered: what that means, and trying again. The cause is in the log, never here. */
export function FailedPage({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("shell.failed");
  const router = useRouter();
  const retry = () =>
    startTransition(() => {
      router.refresh();
      onRetry();
    });
  return (
    <div role="alert" className="mx-auto max-w-prose space-y-3 py-16 text-center">
      <h1 className="font-semibold text-lg">{t("title")}</h1>
      <p className="text-muted-foreground text-sm">{t("body")}</p>
      <Button onClick={retry}>{t("retry")}</Button>
    </div>
  );
}
