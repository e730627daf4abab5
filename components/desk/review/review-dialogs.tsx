import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Failure } from "#components/kit/message.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { assignReview, changeReview, workloadOptions } from "#lib/desk/browser/reviews.ts";
import { MAX_NOTE_TEXT } from "#lib/desk/contract/notes/note.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { ApprovalDialog } from "./approval-dialog.tsx";
import { type ShownReview, useBoundReview } from "./bound-review.ts";
import { DecideDialog, decidedOn, exceptionsNow } from "./decide-dialog.tsx";
import { Differences } from "./differences.tsx";
import { ExceptionsList } from "./exceptions-list.tsx";
import { useFollowUpField } from "./follow-up.ts";
import { type Action, actionsOf } from "./review-actions.ts";
import { type ReviewStep, unlessProposed, useReviewStep } from "./review-step.ts";
import { type DialogProps, StepDialog, Words } from "./step-dialog.tsx";
import { assigneeName, Workload } from "./workload.tsx";

type Props = Pick<DialogProps, "file" | "onClosed"> & { action: Action; opened: ShownReview; live: ShownReview };

export function ReviewDialogs({ action, opened, live, file, onClosed }: Props) {
  const user = useCurrentUser();
  const bound = useBoundReview(opened, live);
  const over = !actionsOf(live.review, live.detail.review_standing, user).includes(action);
  const props = { ...bound, over, file, onClosed };
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
    case "withdraw":
      return <ApprovalDialog {...props} answer={action} />;
    case "open":
    case "reopen":
      return <OpenDialog {...props} />;
    case "toMe":
      return <ToMeDialog {...props} />;
  }
}

type StepProps = Omit<ComponentProps<typeof StepDialog>, "step" | "onSubmit"> & Pick<DialogProps, "file"> & ReviewStep;

/** The dialog of a step. It closes when the step is saved. */
function Step({ file, name, run, ...frame }: StepProps) {
  const step = useReviewStep(file, frame.onClosed);
  return <StepDialog {...frame} step={step} onSubmit={() => step.mutate({ name, run })} />;
}

/** Names the decision that reopening sets aside. A decision of two people is only proposed to be reopened. */
function OpenDialog({ detail, review, ...frame }: DialogProps) {
  const again = review.state !== null;
  const [reason, setReason] = useState("");
  const t = useTranslations("review-actions");
  const resolution = useTranslations("review.resolution");
  const gone = useTranslations("review-file");
  const decision = review.state === "resolved" ? detail.review_standing?.decision : null;
  const byTwo = (decision && detail.review_standing?.by_two) ?? false;
  const about = !again
    ? t("open.about")
    : decision
      ? t(byTwo ? "reopen.aboutTwo" : "reopen.aboutDecision", {
          resolution: resolution(decision.resolution),
          name: decision.user?.name ?? gone("someone"),
        })
      : t("reopen.aboutWait");
  return (
    <Step
      {...frame}
      of={`review-actions.${again ? "reopen" : "open"}`}
      about={about}
      {...(byTwo && { submit: t("reopen.propose") })}
      name={byTwo ? unlessProposed("reopened") : again ? "reopened" : "opened"}
      run={() =>
        changeReview(frame.file.verification_id, review, {
          state: "open",
          ...(reason.trim() !== "" && { reason: reason.trim() }),
        })
      }
    >
      {byTwo && <Words label={t("reopen.reason")} value={reason} onChange={setReason} />}
    </Step>
  );
}

function ToMeDialog({ review, ...frame }: DialogProps) {
  const t = useTranslations("review-actions.toMe");
  const user = useCurrentUser();
  const { assignee } = review;
  return (
    <Step
      {...frame}
      of="review-actions.toMe"
      about={t("about", { assignee: assignee ? "other" : "none", name: assignee?.name ?? "" })}
      name="assigned"
      run={() => assignReview(frame.file.verification_id, review, user.id)}
    />
  );
}

function WaitDialog({ review, ...frame }: DialogProps) {
  const t = useTranslations("review-actions.wait");
  const field = useFollowUpField(review.follow_up_on);
  return (
    <Step
      {...frame}
      of="review-actions.wait"
      ready={field.value !== ""}
      name="waited"
      run={() => changeReview(frame.file.verification_id, review, { state: "waiting", follow_up_on: field.value })}
    >
      <TextField label={t("day")} hint={t("hint")} {...field} />
    </Step>
  );
}

function AssignDialog({ review, ...frame }: DialogProps) {
  const t = useTranslations("review-actions.assign");
  const names = useTranslations("review.assignee");
  const { data, isError } = useQuery(workloadOptions());
  const [chosen, setChosen] = useState(review.assignee?.user_id ?? "");
  const [note, setNote] = useState("");
  const isHanded = chosen !== "" && chosen !== review.assignee?.user_id;
  const choices = [{ user_id: "", name: names("none"), email: null }, ...(data?.assignees ?? [])];
  return (
    <Step
      {...frame}
      of="review-actions.assign"
      name="assigned"
      run={() => assignReview(frame.file.verification_id, review, chosen || null, isHanded ? note.trim() : "")}
    >
      <RadioGroup
        aria-label={t("legend")}
        value={chosen}
        onValueChange={setChosen}
        className="max-h-72 gap-1 overflow-y-auto"
      >
        {choices.map((choice) => (
          <Label
            key={choice.user_id}
            className="gap-2.5 rounded-md px-2 py-1.5 font-normal hover:bg-muted has-checked:bg-accent"
          >
            <RadioGroupItem value={choice.user_id} />
            <span className="wrap-anywhere min-w-0 flex-1">{assigneeName(choice)}</span>
            {"open" in choice && <Workload load={choice} />}
          </Label>
        ))}
      </RadioGroup>
      {isHanded && (
        <Words label={t("note")} hint={t("noteHint")} value={note} onChange={setNote} maxLength={MAX_NOTE_TEXT} />
      )}
      <Failure says={isError ? t("failed") : null} />
    </Step>
  );
}

function RatifyDialog({ detail, review, ...frame }: DialogProps) {
  const t = useTranslations("review-actions.ratify");
  const resolution = useTranslations("review.resolution");
  const decide = useTranslations("review-actions.decide");
  const decision = detail.review_standing?.decision;
  const [typed, setTyped] = useState("");
  const reason = typed.trim();
  const exceptions = decision?.resolution === "accepted" ? exceptionsNow(detail) : [];
  return (
    <Step
      {...frame}
      beside
      of="review-actions.ratify"
      ready={exceptions.length === 0 || reason !== ""}
      about={decision ? t("about", { resolution: resolution(decision.resolution) }) : null}
      name={unlessProposed("ratified")}
      run={() =>
        api("POST /api/verifications/{verification_id}/review/ratification", {
          params: { verification_id: frame.file.verification_id },
          body: { version: review.version, ...(reason !== "" && { reason }) },
          keepalive: true,
        })
      }
    >
      {decision && decision.differences.length > 0 && <Differences differences={decision.differences} />}
      {exceptions.length > 0 && (
        <>
          <h3 className="font-medium text-sm">{decide("despite")}</h3>
          <ExceptionsList
            verificationId={frame.file.verification_id}
            exceptions={exceptions}
            facts={decidedOn(detail)}
            words={(exception, count) => decide(`exception.${exception}`, { count })}
          />
          <Words
            label={decide("exceptionReason")}
            hint={decide("wordsHint")}
            required
            value={typed}
            onChange={setTyped}
          />
        </>
      )}
    </Step>
  );
}
