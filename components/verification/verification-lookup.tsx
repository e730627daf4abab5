"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { verificationOptions } from "#lib/browser/verification.ts";
import { NotFoundView } from "./not-found-view.tsx";
import { VerificationView } from "./verification-view.tsx";

/** An id that the read model does not know: the service is asked, and only what it answers is shown. */
export function VerificationLookup({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification.lookup");
  const errors = useTranslations("verification.stale");
  const query = useQuery(verificationOptions(verificationId));
  if (query.data) return <VerificationView verificationId={verificationId} />;
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFoundView />;
  if (query.isError) {
    const code = query.error instanceof ApiError ? query.error.code : "";
    return (
      <div role="alert" className="mx-auto max-w-prose space-y-3 py-12 text-sm">
        <h1 className="font-semibold text-lg">{t("failed")}</h1>
        <p className="text-muted-foreground">
          {errors.has(`${code}.title`) ? errors(`${code}.title`) : errors("other.title")}
        </p>
        <Button variant="outline" onClick={() => query.refetch()}>
          {t("retry")}
        </Button>
      </div>
    );
  }
  return (
    <p role="status" className="py-12 text-center text-muted-foreground text-sm">
      {t("looking")}
    </p>
  );
}
