"use client";

import { useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Retry } from "#components/kit/buttons.tsx";
import { Message } from "#components/kit/message.tsx";
import { useProblemWords } from "#components/kit/words.tsx";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import { ApiError } from "#lib/platform/browser/api.ts";
import type { Failure } from "./stale-notice.tsx";
import { VerificationView } from "./verification-view.tsx";

const loadAbsent = () => import("./absent-verification.tsx");
const GoneView = dynamic(() => loadAbsent().then((module) => module.GoneView));
const NotFoundView = dynamic(() => loadAbsent().then((module) => module.NotFoundView));

type LookupProps = { verificationId: string; failure: Failure; menu?: ReactNode };

/** For an id that is not in the read model, after a failed reading of the service: the cause, and a retry. */
export function VerificationLookup({ verificationId, failure, menu }: LookupProps) {
  const t = useTranslations("verification.lookup");
  const words = useProblemWords();
  const query = useQuery({ ...verificationOptions(verificationId), enabled: false });
  if (query.data) return <VerificationView verificationId={verificationId} menu={menu} />;
  const { code, status } = query.error instanceof ApiError ? query.error : failure;
  if (code === "ERASED" || code === "BLOCKED") return <GoneView verificationId={verificationId} code={code} />;
  if (status === 404) return <NotFoundView />;
  const { title, body } = words({ code, status: status || null });
  return (
    <Message role="alert" icon={<CloudOff aria-hidden />} title={t("failed")}>
      <p translate="no" className="wrap-anywhere font-mono text-xs">
        {verificationId}
      </p>
      <p>
        <span className="font-medium">{title}.</span> <span className="text-muted-foreground">{body}</span>
      </p>
      <p className="text-muted-foreground">{t("unknownHere")}</p>
      <Retry query={query} size="default">
        {query.isFetching && t("looking")}
      </Retry>
    </Message>
  );
}
