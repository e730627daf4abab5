import { useTranslations } from "next-intl";
import { useWords } from "#components/kit/words.tsx";
import type { Exception, Reason } from "#lib/core/contract/verifications/review.ts";
import { useReasonWords } from "./review-marks.tsx";
import type { DialogProps } from "./step-dialog.tsx";

/** Reasons of the queue that are no problem of the file: they need no words. */
const NO_PROBLEM: readonly Reason[] = ["changed", "answered", "follow_up", "periodic"];

type Props = Pick<DialogProps, "detail" | "review"> & { exceptions: readonly Exception[] };

/** Circumstances of an acceptance that ask for no reason: reasons of the queue, and states that the service did not report. */
export function Circumstances({ detail, review, exceptions }: Props) {
  const t = useTranslations("review-actions.decide");
  const reasonWords = useReasonWords();
  const statusWords = useWords("status");
  const { status, documents_status } = detail.verification;
  const why = review.reasons.filter((reason) => NO_PROBLEM.includes(reason)).map((one) => reasonWords(review, one));
  const said = [
    ...(why.length > 0 ? [t("why", { reasons: why.join(", ") })] : []),
    ...(documents_status === null ? [t("documentsUnknown")] : []),
    ...(status === "pending" && !exceptions.includes("status_not_finished")
      ? [t("statusSaid", { status: statusWords(status) ?? status })]
      : []),
  ];
  return said.map((words) => (
    <p key={words} className="text-muted-foreground text-sm">
      {words}
    </p>
  ));
}
