"use client";

import { FileQuestionMark } from "lucide-react";
import Link from "next/link";
import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Message } from "#components/ui/message.tsx";
import { decodeSegment } from "#lib/contract/url-parameters.ts";

/** Neither events nor the service know the id: that is said, and the list offered. Nothing is invented. */
export function NotFoundView() {
  const t = useTranslations("verification.notFound");
  const { verification_id } = useParams<{ verification_id: string }>();
  const verificationId = decodeSegment(verification_id);
  return (
    <Message icon={<FileQuestionMark aria-hidden />} title={t("title")}>
      {verificationId !== null && <p className="wrap-anywhere font-mono text-xs">{verificationId}</p>}
      <p className="text-muted-foreground">{t(verificationId === null ? "malformed" : "body")}</p>
      <Button asChild variant="outline">
        <Link href="/verifications">{t("list")}</Link>
      </Button>
    </Message>
  );
}
