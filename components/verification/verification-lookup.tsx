"use client";

import { useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Message } from "#components/ui/message.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { verificationOptions } from "#lib/browser/verifications.ts";
import { ErasedView } from "./erase/erased-view.tsx";
import { NotFoundView } from "./not-found-view.tsx";
import { useTroubleWords } from "./use-trouble-words.ts";
import { VerificationView } from "./verification-view.tsx";
import type { Failure } from "./view/trouble.ts";

type Props = { verificationId: string; failure: Failure; menu?: ReactNode };

/** An id that the read model does not know, and that the service could not be asked about: why, and asking again. */
export function VerificationLookup({ verificationId, failure, menu }: Props) {
  const t = useTranslations("verification.lookup");
  const words = useTroubleWords();
  const query = useQuery({ ...verificationOptions(verificationId), enabled: false });
  if (query.data) return <VerificationView verificationId={verificationId} menu={menu} />;
  const { code, status } = query.error instanceof ApiError ? query.error : failure;
  if (code === "ERASED") return <ErasedView verificationId={verificationId} />;
  if (status === 404) return <NotFoundView />;
  const { title, body } = words({ code, status: status || null });
  return (
    <Message role="alert" icon={<CloudOff aria-hidden />} title={t("failed")}>
      <p className="wrap-anywhere font-mono text-xs">{verificationId}</p>
      <p>
        <span className="font-medium">{title}.</span> <span className="text-muted-foreground">{body}</span>
      </p>
      <p className="text-muted-foreground">{t("unknownHere")}</p>
      <Button variant="outline" aria-disabled={query.isFetching} onClick={() => query.refetch()}>
        {t(query.isFetching ? "looking" : "retry")}
      </Button>
    </Message>
  );
}
