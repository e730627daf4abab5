import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { WRITE_TO_CUSTOMER } from "#components/kit/file-parts.ts";
import { TextareaField } from "#components/kit/text-field.tsx";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import type { ReviewStanding } from "#lib/core/contract/verifications/review.ts";
import { api } from "#lib/platform/browser/api.ts";
import type { FileDates } from "#lib/statements/contract/statement-answers.ts";
import { CHECK_OUTCOMES, LONGEST_CHECK_REASON } from "#lib/statements/contract/statement-input.ts";
import { FieldLabel, FieldLegend } from "@/components/ui/field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { useDocumentName } from "./document-words.ts";

type Outcome = (typeof CHECK_OUTCOMES)[number];

type Props = {
  verificationId: string;
  detail: FileDates & { review_standing: ReviewStanding | null };
  onClosed: () => void;
};

/** The yearly check on the current facts: what holds, what is missing, and the outcome. The decision stays in force. */
export function CheckDialog({ verificationId, detail, onClosed }: Props) {
  const t = useTranslations("dates.checkForm");
  const exception = useTranslations("review-file.exception");
  const state = useTranslations("dates.stateWord");
  const nameOf = useDocumentName(verificationId);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [reason, setReason] = useState("");
  const missing = [
    ...detail.document_dates
      .filter((document) => document.state !== "valid" && document.state !== "expires_soon")
      .map((document) => `${nameOf(document)}: ${state(document.state)}`),
    ...(detail.review_standing?.open.exceptions ?? [])
      .filter((code) => code !== "document_expired" && code !== "document_too_old")
      .map((code) => exception(code)),
  ];
  const needsReason = outcome === "exceptions";
  return (
    <ChangeDialog
      of="dates.checkForm"
      blocked={outcome === null || (needsReason && reason.trim() === "")}
      act={() =>
        api("POST /api/verifications/{verification_id}/statements", {
          params: { verification_id: verificationId },
          body: { kind: "yearly_check", outcome: outcome ?? "pending", reason: reason.trim() || undefined },
        })
      }
      changes={[verificationKeys.details()]}
      onDone={() => outcome === "pending" && window.dispatchEvent(new Event(WRITE_TO_CUSTOMER))}
      onClosed={onClosed}
      failure={{ words: "dates.problem" }}
    >
      {missing.length === 0 ? (
        <p className="text-sm">{t("nothingMissing")}</p>
      ) : (
        <div className="space-y-1 text-sm">
          <p>{t("missing")}</p>
          <ul className="list-disc space-y-0.5 pl-5">
            {missing.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      <RadioGroup value={outcome ?? ""} onValueChange={(value) => setOutcome(value as Outcome)} className="space-y-2">
        <FieldLegend className="text-sm">{t("outcome")}</FieldLegend>
        {CHECK_OUTCOMES.map((one) => (
          <FieldLabel key={one} className="items-start font-normal text-sm">
            <RadioGroupItem value={one} disabled={one === "complete" && missing.length > 0} />
            <span>
              <span className="block">{t(`outcomes.${one}`)}</span>
              <span className="block text-muted-foreground text-xs">{t(`about_${one}`)}</span>
            </span>
          </FieldLabel>
        ))}
      </RadioGroup>
      {outcome !== null && (
        <TextareaField
          label={needsReason ? t("reason") : t("reasonOptional")}
          required={needsReason}
          maxLength={LONGEST_CHECK_REASON}
          rows={3}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </ChangeDialog>
  );
}
