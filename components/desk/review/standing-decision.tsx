import Link from "next/link";
import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/kit/time.tsx";
import type { ReviewStanding } from "#lib/core/contract/verifications/review.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { Differences } from "./differences.tsx";
import { ReasonName } from "./reason-name.tsx";
import { useFollowUpDay } from "./review-marks.tsx";

type Props = { detail: VerificationDetail; decision: NonNullable<ReviewStanding["decision"]> };

export function StandingDecision({ detail, decision }: Props) {
  const t = useTranslations("review-file");
  const review = useTranslations("review");
  const reopening = detail.review_standing?.reopening;
  const isProposed = detail.review?.state === "approval" && !reopening;
  const dayOf = useFollowUpDay();
  const { approval } = decision;
  return (
    <div className="mt-2 space-y-2 border-border border-t pt-2">
      <p className="wrap-anywhere text-muted-foreground">
        <span key={isProposed ? "proposed" : "decided"}>
          {t.rich(isProposed ? "proposed" : "decided", {
            resolution: review(`${isProposed ? "proposed" : "resolution"}.${decision.resolution}`),
            name: decision.user?.name ?? t("someone"),
            at: () => <ExactInstant at={decision.at} />,
          })}
        </span>
        {decision.reason_code !== null && (
          <span>
            {" · "}
            <ReasonName code={decision.reason_code} />
          </span>
        )}
        {!isProposed && (
          <span className="print:hidden">
            {" · "}
            <Link
              href={`/verifications/${encodeURIComponent(detail.verification.verification_id)}/decision`}
              className="rounded underline underline-offset-2"
            >
              {t("record")}
            </Link>
          </span>
        )}
        {decision.review_on !== null && (
          <span className="block">{t("reviewOn", { day: dayOf(decision.review_on) })}</span>
        )}
        {decision.reason !== null && <span className="block text-foreground">“{decision.reason}”</span>}
      </p>
      {approval && (
        <p className="wrap-anywhere text-muted-foreground">
          {t.rich("approved", { name: approval.user ?? t("someone"), at: () => <ExactInstant at={approval.at} /> })}
          {approval.reason !== null && <span className="block text-foreground">“{approval.reason}”</span>}
        </p>
      )}
      {reopening && (
        <p className="wrap-anywhere">
          {t.rich("reopening", {
            name: reopening.user?.name ?? t("someone"),
            at: () => <ExactInstant at={reopening.at} />,
          })}
          {reopening.reason !== null && <span className="block">“{reopening.reason}”</span>}
        </p>
      )}
      {decision.exceptions.length > 0 && (
        <p className="wrap-anywhere">
          {t("exceptions", { list: decision.exceptions.map((exception) => t(`exception.${exception}`)).join("; ") })}
        </p>
      )}
      {decision.differences.length > 0 && (
        <section aria-labelledby="since-decision" className="rounded-md bg-muted/60 px-3 py-2">
          <h2 id="since-decision" className="pb-1 font-medium text-xs">
            {t("sinceDecision", { count: decision.differences.length })}
          </h2>
          <Differences differences={decision.differences} />
        </section>
      )}
    </div>
  );
}
