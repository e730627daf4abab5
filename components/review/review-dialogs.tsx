"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "#components/ui/input.tsx";
import { Failure } from "#components/ui/message.tsx";
import { answerApproval, changeReview, ratifyReview, reviewChoicesOptions } from "#lib/browser/reviews.ts";
import { DecideDialog } from "./decide-dialog.tsx";
import { Differences } from "./differences.tsx";
import { useFollowUpField } from "./follow-up.ts";
import type { Action } from "./review-actions.ts";
import { useReviewStep } from "./review-step.ts";
import { type DialogProps, StepDialog, Words } from "./step-dialog.tsx";

/** The dialog of an action. */
export function ReviewDialogs({ action, ...props }: DialogProps & { action: Action }) {
  switch (action) {
    case "decide":
      return <DecideDialog {...props} />;
    case "wait":
      return <WaitDialog {...props} />;
    case "assign":
      return <AssignDialog {...props} />;
    case "ratify":
      return <RatifyDialog {...props} />;
    case "approve":
    case "return":
      return <ApprovalDialog {...props} approve={action === "approve"} />;
    default:
      return null;
  }
}

function WaitDialog({ review, file, onClosed }: DialogProps) {
  const t = useTranslations("review-actions.wait");
  const step = useReviewStep(file, onClosed);
  const field = useFollowUpField(review.follow_up_on);
  return (
    <StepDialog
      title={t("title")}
      about={t("about")}
      submit={t("submit")}
      step={step}
      ready={field.value !== ""}
      onClosed={onClosed}
      onSubmit={() =>
        step.mutate({
          name: "waited",
          run: () =>
            changeReview(file.verification_id, {
              version: review.version,
              state: "waiting",
              follow_up_on: field.value,
            }),
        })
      }
    >
      <Field label={t("day")} hint={t("hint")} {...field} />
    </StepDialog>
  );
}

function AssignDialog({ review, file, onClosed }: DialogProps) {
  const t = useTranslations("review-actions.assign");
  const names = useTranslations("review.assignee");
  const step = useReviewStep(file, onClosed);
  const { data, isError } = useQuery(reviewChoicesOptions());
  const [chosen, setChosen] = useState(review.assignee?.user_id ?? "");
  const choices = [{ user_id: "", name: names("none") }, ...(data?.assignees ?? [])];
  return (
    <StepDialog
      title={t("title")}
      about={t("about")}
      submit={t("submit")}
      step={step}
      onClosed={onClosed}
      onSubmit={() =>
        step.mutate({
          name: "assigned",
          run: () =>
            changeReview(file.verification_id, {
              version: review.version,
              state: review.state ?? "open",
              assignee: chosen === "" ? null : chosen,
            }),
        })
      }
    >
      <fieldset className="max-h-72 space-y-1 overflow-y-auto">
        <legend className="sr-only">{t("legend")}</legend>
        {choices.map(({ user_id, name }) => (
          <label
            key={user_id}
            className="flex items-center gap-2.5 rounded-md px-2 py-1.5 text-sm has-checked:bg-accent hover:bg-muted"
          >
            <input
              type="radio"
              name="assignee"
              value={user_id}
              checked={chosen === user_id}
              onChange={() => setChosen(user_id)}
              className="accent-primary"
            />
            <span className="min-w-0 truncate">{name}</span>
          </label>
        ))}
      </fieldset>
      <Failure says={isError ? t("failed") : null} />
    </StepDialog>
  );
}

function RatifyDialog({ detail, review, file, onClosed }: DialogProps) {
  const t = useTranslations("review-actions.ratify");
  const resolution = useTranslations("review.resolution");
  const step = useReviewStep(file, onClosed);
  const decision = detail.review_standing?.decision;
  return (
    <StepDialog
      title={t("title")}
      about={decision && t("about", { resolution: resolution(decision.resolution) })}
      submit={t("submit")}
      step={step}
      onClosed={onClosed}
      onSubmit={() => step.mutate({ name: "ratified", run: () => ratifyReview(file.verification_id, review.version) })}
    >
      {decision && <Differences differences={decision.differences} />}
    </StepDialog>
  );
}

function ApprovalDialog({ detail, review, file, onClosed, approve }: DialogProps & { approve: boolean }) {
  const t = useTranslations(`review-actions.${approve ? "approve" : "return"}`);
  const resolution = useTranslations("review.resolution");
  const step = useReviewStep(file, onClosed);
  const [reason, setReason] = useState("");
  const words = reason.trim();
  const submitted = detail.review_standing?.decision;
  return (
    <StepDialog
      title={t("title")}
      about={
        submitted && t("about", { resolution: resolution(submitted.resolution), name: submitted.user?.name ?? "" })
      }
      submit={t("submit")}
      step={step}
      onClosed={onClosed}
      onSubmit={() =>
        step.mutate({
          name: approve ? "approved" : "returned",
          run: () =>
            answerApproval(file.verification_id, {
              version: review.version,
              approve,
              ...(words !== "" && { reason: words }),
            }),
        })
      }
    >
      <Words label={t("reason")} value={reason} onChange={setReason} />
    </StepDialog>
  );
}
