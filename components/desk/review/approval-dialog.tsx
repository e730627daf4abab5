import { useTranslations } from "next-intl";
import { DraftNote, useDraft } from "#components/kit/draft.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import type { ReviewStanding } from "#lib/core/contract/verifications/review.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { api } from "#lib/platform/browser/api.ts";
import { decidedOn } from "./decide-dialog.tsx";
import { ExceptionsList } from "./exceptions-list.tsx";
import { ReasonName } from "./reason-name.tsx";
import { useReviewStep } from "./review-step.ts";
import { type DialogProps, StepDialog, Words } from "./step-dialog.tsx";

const STEP_NAMES = { approve: "approved", return: "returned", withdraw: "withdrawn" } as const;

/** The second officer's answer to a proposed decision, or its withdrawal by the author. */
export function ApprovalDialog({
  detail,
  review,
  file,
  answer,
  ...frame
}: DialogProps & { answer: keyof typeof STEP_NAMES }) {
  const t = useTranslations(`review-actions.${answer}`);
  const proposed = useTranslations("review.proposed");
  const draft = useDraft(file.verification_id, answer);
  const step = useReviewStep(file, frame.onClosed, { kind: answer, draft });
  const words = draft.text.trim();
  const reopening = detail.review_standing?.reopening;
  const submitted = reopening ? null : detail.review_standing?.decision;
  return (
    <StepDialog
      {...frame}
      beside
      of={`review-actions.${answer}`}
      {...(reopening && answer !== "withdraw" && { title: t("reopeningTitle") })}
      about={
        reopening
          ? t("reopening", { name: reopening.user?.name ?? "" })
          : submitted
            ? t("about", { resolution: proposed(submitted.resolution), name: submitted.user?.name ?? "" })
            : null
      }
      step={step}
      typed={words}
      onSubmit={() =>
        step.mutate({
          name: STEP_NAMES[answer],
          run: () =>
            api("POST /api/verifications/{verification_id}/review/approval", {
              params: { verification_id: file.verification_id },
              body: { version: review.version, approve: answer === "approve", ...(words !== "" && { reason: words }) },
              keepalive: true,
            }),
        })
      }
    >
      {answer !== "withdraw" && submitted && <Proposed detail={detail} decision={submitted} />}
      <Words label={t("reason")} value={draft.text} onChange={(text) => draft.change({ text })} />
      <DraftNote draft={draft} />
    </StepDialog>
  );
}

type ProposedProps = { detail: VerificationDetail; decision: NonNullable<ReviewStanding["decision"]> };

export function Proposed({ detail, decision }: ProposedProps) {
  const t = useTranslations("review-actions.proposed");
  const words = useTranslations("review-actions.decide");
  const returns = detail.review_standing?.returns ?? [];
  return (
    <div className="wrap-anywhere max-h-64 space-y-2 overflow-y-auto rounded-md bg-muted/60 px-3 py-2 text-sm">
      <p>
        {decision.reason_code !== null && <ReasonName code={decision.reason_code} />}
        {decision.reason_code !== null && decision.reason !== null && <span> · </span>}
        {decision.reason !== null && <span>{`“${decision.reason}”`}</span>}
        {decision.reason_code === null && decision.reason === null && <span>{t("noReason")}</span>}
      </p>
      {decision.exceptions.length > 0 && (
        <>
          <h3 className="font-medium text-xs">{t("despite")}</h3>
          <ExceptionsList
            verificationId={detail.verification.verification_id}
            exceptions={decision.exceptions}
            facts={decidedOn(detail)}
            words={(exception, count) => words(`exception.${exception}`, { count })}
          />
        </>
      )}
      {returns.length > 0 && (
        <>
          <h3 className="font-medium text-xs">{t("returns")}</h3>
          <ul className="space-y-1">
            {returns.map(({ at, name, reason }) => (
              <li key={at}>
                {name}, <ExactInstant at={at} />
                {reason !== null && <span className="block">“{reason}”</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
