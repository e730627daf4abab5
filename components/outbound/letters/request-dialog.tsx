import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useBoundReview } from "#components/desk/review/bound-review.ts";
import { useFollowUpField } from "#components/desk/review/follow-up.ts";
import { useReviewStep } from "#components/desk/review/review-step.ts";
import { StepDialog } from "#components/desk/review/step-dialog.tsx";
import { Retry } from "#components/kit/buttons.tsx";
import { useDraft } from "#components/kit/draft.tsx";
import { Failure } from "#components/kit/message.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import type { MailSteps } from "#components/outbound/letters/send-letter.tsx";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import type { Review } from "#lib/core/contract/verifications/review.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { changeReview, reviewChoicesOptions } from "#lib/desk/browser/reviews.ts";
import { lettersOptions } from "#lib/outbound/browser/letters.ts";
import { LetterText } from "./letter-text.tsx";
import { Points, useRequest } from "./request-points.tsx";

type Props = { verificationId: string; onClosed: () => void };

/**
 * A letter in either language that asks the customer for missing parts, to send, copy or print. Marking it as sent puts
 * the file on hold and stores the requested points.
 */
export function RequestDialog(props: Props) {
  const { data: detail } = useQuery({ ...verificationOptions(props.verificationId), enabled: false });
  if (!detail?.review) return null;
  return <Letter {...props} detail={detail} review={detail.review} />;
}

type LetterProps = Props & { detail: VerificationDetail; review: Review };

function Letter({ verificationId, detail: liveDetail, review: liveReview, onClosed }: LetterProps) {
  const t = useTranslations("request");
  const live = { detail: liveDetail, review: liveReview };
  const { detail, review, news } = useBoundReview(live, live);
  const { title, tag } = detail.verification;
  const choices = useQuery(reviewChoicesOptions());
  const letters = useQuery(lettersOptions(verificationId));
  const draft = useDraft(verificationId, "letter");
  const step = useReviewStep({ verification_id: verificationId, name: title ?? tag ?? verificationId }, () => {
    draft.discard();
    onClosed();
  });
  const field = useFollowUpField(null);
  const request = useRequest(verificationId, detail);
  const canWait = waits(review);
  const mail = useRef<MailSteps>(null);
  const [isUsed, setIsUsed] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const mails = Boolean(letters.data?.reply_to) && !isUsed;
  const asks = isAsked && !isUsed;
  const markAsSent = () =>
    step.mutate({
      name: "waited",
      run: () =>
        changeReview(verificationId, review, {
          state: "waiting",
          follow_up_on: field.value,
          request: request.chosen,
        }),
    });
  const beside = (
    <>
      <div className="min-w-0 max-lg:order-first lg:col-start-2">
        <Points {...request} />
      </div>
      <div className="min-w-0 lg:col-start-2">
        {canWait ? (
          <TextField label={t("day")} hint={t("hint")} {...field} className="max-w-44" />
        ) : (
          <p className="text-muted-foreground text-sm">{t("notNow")}</p>
        )}
      </div>
    </>
  );
  return (
    <StepDialog
      wide
      className="lg:w-[62rem]"
      of="request"
      about={t(letters.data?.reply_to ? "aboutMail" : "about")}
      submit={canWait ? t(mails ? "send" : asks ? "anyway" : "submit") : null}
      cancel={canWait ? undefined : t("close")}
      step={step}
      news={news}
      over={canWait && !waits(liveReview)}
      ready={canWait && field.value !== ""}
      onClosed={onClosed}
      onSubmit={() => {
        if (mails) mail.current?.next(markAsSent);
        else if (isUsed || asks) markAsSent();
        else setIsAsked(true);
      }}
    >
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr]">
        {choices.data ? (
          <LetterText
            {...{ detail, draft, mail }}
            choices={choices.data}
            day={field.value}
            onUsed={() => setIsUsed(true)}
            {...request}
          >
            {beside}
          </LetterText>
        ) : (
          beside
        )}
      </div>
      <Failure says={choices.isError ? t("failed") : null}>
        <Retry query={choices} />
      </Failure>
      <p role="alert" className="font-medium text-sm empty:hidden">
        {asks && !mails && t("unused")}
      </p>
    </StepDialog>
  );
}

/** A file with a standing or proposed decision cannot be put on hold. */
const waits = ({ state }: Review): boolean => state !== "resolved" && state !== "approval";
