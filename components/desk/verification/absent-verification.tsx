import { useQueryClient } from "@tanstack/react-query";
import { Eraser, FileQuestionMark, Lock, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useParams } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Message } from "#components/kit/message.tsx";
import { erasedKey } from "#lib/core/browser/verifications.ts";
import type { Blocked, ErasureCounts } from "#lib/core/contract/verifications/verification.ts";
import { decodeSegment } from "#lib/platform/contract/text.ts";
import { buttonVariants } from "@/components/ui/button";

/** Neither events nor the service know the id: a message with a link to the list. */
export function NotFoundView() {
  const t = useTranslations("verification.notFound");
  const { verification_id } = useParams<{ verification_id: string }>();
  const verificationId = decodeSegment(verification_id);
  return (
    <Message icon={<FileQuestionMark aria-hidden />} title={t("title")}>
      {verificationId !== null && (
        <p translate="no" className="wrap-anywhere font-mono text-xs">
          {verificationId}
        </p>
      )}
      <p className="text-muted-foreground">{t(verificationId === null ? "malformed" : "body")}</p>
      <Link className={buttonVariants({ variant: "outline" })} href="/verifications">
        {t("list")}
      </Link>
    </Message>
  );
}

type GoneProps = { verificationId: string; code: "ERASED" | "BLOCKED" };

/**
 * Replaces an erased or blocked file. The user who has just erased it sees the deleted data, other readers a notice. It
 * takes the focus, since the focused element was removed with the file.
 */
export function GoneView({ verificationId, code }: GoneProps) {
  const isErased = code === "ERASED";
  const t = useTranslations(isErased ? "verification.erased" : "verification.blocked");
  const erased = useTranslations("verification.erased");
  const blocked = useTranslations("verification.blocked");
  const format = useFormatter();
  const went = useQueryClient().getQueryData<ErasureCounts | Blocked>(erasedKey(verificationId));
  const manages = useCurrentUser().may("privacy.manage");
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus({ preventScroll: true }), []);
  const Icon = isErased ? Eraser : Lock;
  return (
    <Message
      ref={message}
      tabIndex={-1}
      role="status"
      className="outline-none"
      icon={<Icon aria-hidden />}
      title={t("title")}
    >
      <p translate="no" className="wrap-anywhere font-mono text-xs">
        {verificationId}
      </p>
      {went && "deliveries" in went && (
        <p>{erased("went", { deliveries: went.deliveries, readings: went.readings })}</p>
      )}
      {went && "blocked_until" in went && went.blocked_until !== null && (
        <p>{blocked("until", { day: format.dateTime(new Date(went.blocked_until), { dateStyle: "medium" }) })}</p>
      )}
      {went?.logged === false && (
        <p className="flex items-start gap-2 text-left">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
          {t("notLogged")}
        </p>
      )}
      {went && "certificate_id" in went && manages && (
        <Link
          className="underline underline-offset-2"
          href={`/privacy/erasures/${went.certificate_id}`}
          prefetch={false}
        >
          {erased("certificate")}
        </Link>
      )}
      <p className="text-muted-foreground">{t("body")}</p>
      {isErased && <p className="text-muted-foreground">{erased("service")}</p>}
      <Link className={buttonVariants({ variant: "outline" })} href="/verifications">
        {erased("list")}
      </Link>
    </Message>
  );
}
