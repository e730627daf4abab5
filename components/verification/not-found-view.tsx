"use client";

import { FileQuestionMark } from "lucide-react";
import Link from "next/link";
import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { decodeSegment } from "#lib/contract/segment.ts";

/** Neither events nor the service know the id: that is said, and the list offered. Nothing is invented. */
export function NotFoundView() {
  const t = useTranslations("verification.notFound");
  const { verification_id } = useParams<{ verification_id: string }>();
  const verificationId = decodeSegment(verification_id);
  return (
    <div className="mx-auto max-w-prose space-y-3 py-16 text-center">
      <FileQuestionMark aria-hidden className="mx-auto size-8 text-muted-foreground" />
      <h1 className="font-semibold text-lg">{t("title")}</h1>
      {verificationId !== null && <p className="wrap-anywhere font-mono text-xs">{verificationId}</p>}
      <p className="text-muted-foreground text-sm">{t(verificationId === null ? "malformed" : "body")}</p>
      <p>
        <Button asChild variant="outline">
          <Link href="/verifications">{t("list")}</Link>
        </Button>
      </p>
    </div>
  );
}
