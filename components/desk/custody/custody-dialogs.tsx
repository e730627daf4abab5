import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { TextareaField, TextField } from "#components/kit/text-field.tsx";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import { custodyOptions } from "#lib/desk/browser/custody.ts";
import { type LegalHold, LONGEST_HOLD_REASON } from "#lib/desk/contract/custody/custody.ts";
import { api } from "#lib/platform/browser/api.ts";

const CHANGES = [verificationKeys.details(), custodyOptions.queryKey];

/** The reason of a change, and its field. */
function useReason() {
  const [text, setText] = useState("");
  const onChange = ({ target }: { target: { value: string } }) => setText(target.value);
  return {
    given: text.trim(),
    field: { value: text, onChange, required: true, maxLength: LONGEST_HOLD_REASON, rows: 3 },
  };
}

type PlaceProps = { subject: { verification_id: string } | { curp: string }; onClosed: () => void };

/** Places a legal hold on a file, or on all files that have a person with this CURP. */
export function PlaceHoldDialog({ subject, onClosed }: PlaceProps) {
  const t = useTranslations("custody.place");
  const about = "verification_id" in subject ? t("aboutFile") : t("aboutPerson");
  const reason = useReason();
  const [day, setDay] = useState("");
  return (
    <ChangeDialog
      of="custody.place"
      about={about}
      blocked={reason.given === ""}
      act={() => api("POST /api/privacy/holds", { body: { ...subject, reason: reason.given, review_on: day || null } })}
      changes={CHANGES}
      onClosed={onClosed}
      failure={{ words: "custody.problem" }}
    >
      <TextareaField label={t("reason")} hint={t("reasonHint")} {...reason.field} />
      <TextField
        label={t("reviewOn")}
        hint={t("reviewOnHint")}
        type="date"
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
    </ChangeDialog>
  );
}

export function EndHoldDialog({ hold, onClosed }: { hold: LegalHold; onClosed: () => void }) {
  const t = useTranslations("custody.end");
  const reason = useReason();
  return (
    <ChangeDialog
      of="custody.end"
      blocked={reason.given === ""}
      act={() =>
        api("DELETE /api/privacy/holds/{hold_id}", {
          params: { hold_id: hold.hold_id },
          body: { reason: reason.given },
        })
      }
      changes={CHANGES}
      onClosed={onClosed}
      failure={{ words: "custody.problem" }}
    >
      <TextareaField label={t("reason")} {...reason.field} />
    </ChangeDialog>
  );
}

type FileProps = { verificationId: string; onClosed: () => void };

export const HoldFileDialog = ({ verificationId, onClosed }: FileProps) => (
  <PlaceHoldDialog subject={{ verification_id: verificationId }} onClosed={onClosed} />
);

type RelationProps = { verificationId: string; endedOn: string | null; onClosed: () => void };

/** Sets the end of the business relation; without a date the relation continues. */
export function RelationEndDialog({ verificationId, endedOn, onClosed }: RelationProps) {
  const t = useTranslations("custody.relation");
  const [day, setDay] = useState(endedOn ?? "");
  return (
    <ChangeDialog
      of="custody.relation"
      act={() =>
        api("PUT /api/verifications/{verification_id}/relation-end", {
          params: { verification_id: verificationId },
          body: { ended_on: day || null },
        })
      }
      changes={[verificationKeys.details()]}
      onClosed={onClosed}
      failure={{ words: "custody.problem" }}
    >
      <TextField
        label={t("day")}
        hint={t("dayHint")}
        type="date"
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
    </ChangeDialog>
  );
}
