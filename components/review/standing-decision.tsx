"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { LaterMessages } from "#components/page/later-messages.tsx";
import { ExactInstant } from "#components/page/time.tsx";
import type { VerificationDetail } from "#lib/contract/verifications/verification.ts";
import { Differences } from "./differences.tsx";
import { ReasonName } from "./reason-name.tsx";

const Log = dynamic(() => import("./review-log.tsx").then((module) => module.ReviewLog), { ssr: false });

/** The decision that stands or awaits approval, how the facts differ from it, and what was done before. */
export function StandingDecision({ detail }: { detail: VerificationDetail }) {
  const t = useTranslations("review-file");
  const review = useTranslations("review");
  const [logged, setLogged] = useState(false);
  const decision = detail.review_standing?.decision ?? null;
  const { verification_id } = detail.verification;
  if (detail.review === null || detail.review.state === null) return null;
  return (
    <div className="mt-2 space-y-2 border-border border-t pt-2">
      {decision && (
        <p className="wrap-anywhere text-muted-foreground">
          {t.rich("decided", {
            resolution: review(`resolution.${decision.resolution}`),
            name: decision.user?.name ?? t("someone"),
            at: () => <ExactInstant at={decision.at} />,
          })}
          {decision.reason_code !== null && (
            <>
              {" · "}
              <ReasonName code={decision.reason_code} />
            </>
          )}
          {decision.reason !== null && <Quoted>{decision.reason}</Quoted>}
        </p>
      )}
      {decision && decision.differences.length > 0 && (
        <section aria-labelledby="since-decision" className="rounded-md bg-muted/60 px-3 py-2">
          <h2 id="since-decision" className="pb-1 font-medium text-xs">
            {t("sinceDecision", { count: decision.differences.length })}
          </h2>
          <Differences differences={decision.differences} />
        </section>
      )}
      <details className="text-xs" onToggle={({ currentTarget: { open } }) => open && setLogged(true)}>
        <summary className="w-fit rounded text-muted-foreground">{t("log")}</summary>
        {logged && (
          <LaterMessages of="review-actions">
            <Log verificationId={verification_id} />
          </LaterMessages>
        )}
        <p className="pt-2 text-muted-foreground">{t("local")}</p>
      </details>
    </div>
  );
}

const Quoted = ({ children }: { children: ReactNode }) => <span className="block text-foreground">“{children}”</span>;
