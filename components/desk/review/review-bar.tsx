import { Undo2, UserRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Colleagues } from "#components/desk/presence/colleagues.tsx";
import { usePresence } from "#components/desk/presence/use-presence.ts";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Hint } from "#components/kit/hint.tsx";
import { useBufferedShortcuts } from "#components/kit/key-buffer.ts";
import { Failure } from "#components/kit/message.tsx";
import { usePageKeys } from "#components/kit/page-keys.ts";
import { useErrorWords } from "#components/kit/words.tsx";
import type { Review } from "#lib/core/contract/verifications/review.ts";
import { assignReview } from "#lib/desk/browser/reviews.ts";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import type { Advice } from "./advice.ts";
import type { ShownReview } from "./bound-review.ts";
import { nameOf } from "./last-step.ts";
import { ACTION_KEYS, type Action, actionsOf } from "./review-actions.ts";
import { ReviewDialogs } from "./review-dialogs.tsx";
import { DueMark, ReviewMark, useFollowUpDay, useReasonWords } from "./review-marks.tsx";
import { useReviewStep } from "./review-step.ts";
import { StandingDecision } from "./standing-decision.tsx";

const Log = dynamic(() => import("./review-log.tsx").then((module) => module.ReviewLog), { ssr: false });

/** The review of a file: state, assignee, due time, and the next actions. States once that reviews are local. */
export function ReviewBar({ detail, review, advice }: ShownReview & { advice: Advice | null }) {
  const t = useTranslations("review-file");
  const user = useCurrentUser();
  const problem = useErrorWords("review-file.problem");
  const { verification, review_standing: standing } = detail;
  const file = { verification_id: verification.verification_id, name: nameOf(verification) };
  const step = useReviewStep(file);
  const [dialog, setDialog] = useState<{ action: Action; opened: ShownReview } | null>(null);
  const actions = actionsOf(review, standing, user);
  const whyNot =
    review.state !== "approval" || actions.includes("approve") ? null : actions.includes("withdraw") ? "own" : "role";
  const live = { detail, review };
  const returnedWords = standing?.returns[0]?.reason ?? review.returned_by?.reason ?? null;
  const ask = (action: Action) => {
    if (step.isPending) return;
    step.reset();
    setDialog({ action, opened: live });
  };
  const press = (action: Action) => {
    // Becoming the assignee decides nothing, so the button acts without a dialog.
    if (action !== "toMe") return ask(action);
    if (step.isPending) return;
    step.mutate({ name: "assigned", run: () => assignReview(file.verification_id, review, user.id) });
  };
  usePresence(file.verification_id, dialog !== null && DECIDING_ACTIONS.has(dialog.action));
  useBufferedShortcuts(
    step.isPending,
    actions.map((action) => ACTION_KEYS[action]),
  );
  usePageKeys((event) => {
    if (step.isPending) return;
    const action = actions.find((one) => ACTION_KEYS[one] === event.key);
    if (!action) return;
    event.preventDefault();
    ask(action);
  });
  return (
    <section aria-label={t("label")}>
      <Card className="block px-4 py-2.5 text-sm">
        {review.returned_by && (
          <p className="wrap-anywhere mb-2 border-border border-b pb-2 font-medium">
            <Undo2 aria-hidden className="mr-1.5 inline size-3.5 text-waiting" />
            <span>{t("returnedBy", { name: review.returned_by.name })}</span>
            {returnedWords !== null && <span className="font-normal"> “{returnedWords}”</span>}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ReviewFacts review={review} whyNot={whyNot}>
            {review.state !== null && <History verificationId={file.verification_id} />}
          </ReviewFacts>
          <div className="flex flex-wrap items-center gap-1.5 print:hidden">
            {actions.map((action) => (
              <Hint key={action} text={t("withKey", { action: t(`action.${action}`), key: ACTION_KEYS[action] })}>
                <Button
                  size="sm"
                  variant={action === advice ? "default" : "outline"}
                  aria-keyshortcuts={ACTION_KEYS[action]}
                  aria-disabled={step.isPending}
                  onClick={() => press(action)}
                >
                  {t(`action.${action}`)}
                </Button>
              </Hint>
            ))}
          </div>
        </div>
        <div className="mt-2 space-y-2 empty:hidden">
          <Colleagues verificationId={file.verification_id} />
          <Failure says={step.error && problem(step.error)} />
        </div>
        {standing?.decision && <StandingDecision detail={detail} decision={standing.decision} />}
      </Card>
      {dialog && <ReviewDialogs {...dialog} live={live} file={file} onClosed={() => setDialog(null)} />}
    </section>
  );
}

/** Actions that colleagues see as 'deciding'. */
const DECIDING_ACTIONS: ReadonlySet<Action> = new Set(["decide", "approve"]);

/** The earlier steps, with a sentence that all of them are local. */
function History({ verificationId }: { verificationId: string }) {
  const t = useTranslations("review-file");
  const [opened, setOpened] = useState(false);
  return (
    <Collapsible className="text-xs open:w-full print:hidden" onOpenChange={(open) => open && setOpened(true)}>
      <CollapsibleTrigger className="w-fit rounded text-muted-foreground">{t("log")}</CollapsibleTrigger>
      <CollapsibleContent>
        {opened && <Log verificationId={verificationId} />}
        <p className="pt-2 text-muted-foreground">{t("local")}</p>
      </CollapsibleContent>
    </Collapsible>
  );
}

type FactsProps = {
  review: Review;
  /** Why the reader cannot approve the proposal. */
  whyNot: "own" | "role" | null;
  children?: ReactNode;
};

/** The state of a review with its reasons, assignee and due time. */
export function ReviewFacts({ review, whyNot, children }: FactsProps) {
  const t = useTranslations("review");
  const bar = useTranslations("review-file");
  const user = useCurrentUser();
  const dayOf = useFollowUpDay();
  const reasonWords = useReasonWords();
  const { state, reasons, assignee, due_at, follow_up_on } = review;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
      <ReviewMark review={review} />
      {state === "approval" && (
        <span className="text-muted-foreground">
          <span>{t(`proposed.${review.resolution ?? "reopen"}`)}</span>
          {whyNot !== null && <span>{` · ${bar(`whyNot.${whyNot}`)}`}</span>}
        </span>
      )}
      {follow_up_on !== null && (
        <span className="text-muted-foreground">{t("until", { day: dayOf(follow_up_on) })}</span>
      )}
      {reasons.length > 0 && (
        <ul aria-label={bar("reasons")} className="flex flex-wrap gap-x-2 gap-y-1">
          {reasons.map((reason) => (
            <Badge
              key={reason}
              asChild
              variant="secondary"
              className={cn("font-normal", reason === "changed" && "bg-high/10 text-high")}
            >
              <li>{reasonWords(review, reason)}</li>
            </Badge>
          ))}
        </ul>
      )}
      {state !== null && (state !== "resolved" || assignee !== null) && (
        <span className={`inline-flex min-w-0 items-center gap-1 ${assignee === null ? "text-muted-foreground" : ""}`}>
          <UserRound aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only">{bar("assignee")}</span>
          <span className="truncate">
            <span>{assignee === null ? t("assignee.none") : assignee.name}</span>
            {assignee?.user_id === user.id && <span className="print:hidden"> {bar("you")}</span>}
          </span>
        </span>
      )}
      <DueMark at={due_at} />
      {children}
    </div>
  );
}
