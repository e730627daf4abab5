"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { verificationOptions } from "#lib/browser/verification.ts";
import { NotFoundView } from "./not-found-view.tsx";
import { useTroubleWords } from "./use-trouble-words.ts";
import { VerificationSkeleton } from "./verification-skeleton.tsx";
import { VerificationView } from "./verification-view.tsx";

/** An id that the read model does not know: the service is asked, and only what it answers is shown. */
export function VerificationLookup({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification.lookup");
  const words = useTroubleWords();
  const query = useQuery(verificationOptions(verificationId));
  if (query.data) return <VerificationView verificationId={verificationId} />;
  if (query.isPending) return <VerificationSkeleton label={t("looking")} />;
  const { error } = query;
  if (error instanceof ApiError && error.status === 404) return <NotFoundView verificationId={verificationId} />;
  const { title, body } = words(
    error instanceof ApiError ? { code: error.code, status: error.status || null } : { code: "", status: null },
  );
  return (
    <div role="alert" className="mx-auto max-w-prose space-y-3 py-16 text-sm">
      <h1 className="font-semibold text-lg">{t("failed")}</h1>
      <p className="wrap-anywhere font-mono text-xs">{verificationId}</p>
      <p>
        <span className="font-medium">{title}.</span> <span className="text-muted-foreground">{body}</span>
      </p>
      <p className="text-muted-foreground">{t("unknownHere")}</p>
      <Button variant="outline" aria-disabled={query.isFetching} onClick={() => query.refetch()}>
        {t(query.isFetching ? "looking" : "retry")}
      </Button>
    </div>
  );
}
