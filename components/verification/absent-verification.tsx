"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Eraser, FileQuestionMark, Lock, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useParams } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { useCurrentUser } from "#components/page/current-user.tsx";
import { Message } from "#components/page/message.tsx";
import { erasedKey } from "#lib/browser/verifications.ts";
import { decodeSegment } from "#lib/contract/text.ts";
import type { Blocked, Erased } from "#lib/contract/verifications/verification.ts";
import { buttonVariants } from "@/components/ui/button";

/** Neither events nor the service know the id: a message with a link to the list. */
export function NotFoundView() {
  const t = useTranslations("verification.notFound");
  const { verification_id } = useParams<{ verification_id: string }>();
  const verificationId = decodeSegment(verification_id);
  return (
    <Message icon={<FileQuestionMark aria-hidden />} title={t("title")}>
      {verificationId !== null && <p className="wrap-anywhere font-mono text-xs">{verificationId}</p>}
      <p className="text-muted-foreground">{t(verificationId === null ? "malformed" : "body")}</p>
      <Link className={buttonVariants({ variant: "outline" })} href="/verifications">
        {t("list")}
      </Link>
    </Message>
  );
}

type GoneProps = {
  verificationId: string;
  icon: ReactNode;
  title: string;
  /** The words that lead to the list. */
  list: string;
  children: ReactNode;
};

/** The message in the place of a file. It takes the focus, whose element was removed with the file. */
function Gone({ verificationId, icon, title, list, children }: GoneProps) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus({ preventScroll: true }), []);
  return (
    <Message ref={message} tabIndex={-1} role="status" className="outline-none" icon={icon} title={title}>
      <p className="wrap-anywhere font-mono text-xs">{verificationId}</p>
      {children}
      <Link className={buttonVariants({ variant: "outline" })} href="/verifications">
        {list}
      </Link>
    </Message>
  );
}

/** Replaces a blocked file. */
export function BlockedView({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification.blocked");
  const format = useFormatter();
  const went = useQueryClient().getQueryData<Blocked>(erasedKey(verificationId));
  return (
    <Gone verificationId={verificationId} icon={<Lock aria-hidden />} title={t("title")} list={t("list")}>
      {went && (
        <p>
          {went.blocked_until === null
            ? t("held")
            : t("until", { day: format.dateTime(new Date(went.blocked_until), { dateStyle: "medium" }) })}
        </p>
      )}
      {went?.logged === false && <NotLogged>{t("notLogged")}</NotLogged>}
      <p className="text-muted-foreground">{t("body")}</p>
    </Gone>
  );
}

const NotLogged = ({ children }: { children: string }) => (
  <p className="flex items-start gap-2 text-left">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
    {children}
  </p>
);

/** Replaces an erased file: the deleted data for the user who has just erased it, a notice for other readers. */
export function ErasedView({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification.erased");
  const went = useQueryClient().getQueryData<Erased>(erasedKey(verificationId));
  const manages = useCurrentUser().may("privacy.manage");
  return (
    <Gone verificationId={verificationId} icon={<Eraser aria-hidden />} title={t("title")} list={t("list")}>
      {went && <p>{t("went", { deliveries: went.deliveries, readings: went.readings })}</p>}
      {went?.logged === false && <NotLogged>{t("notLogged")}</NotLogged>}
      {went && manages && (
        <Link
          className="underline underline-offset-2"
          href={`/privacy/erasures/${went.certificate_id}`}
          prefetch={false}
        >
          {t("certificate")}
        </Link>
      )}
      <p className="text-muted-foreground">{t("body")}</p>
      <p className="text-muted-foreground">{t("service")}</p>
    </Gone>
  );
}
