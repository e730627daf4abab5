"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextareaField, TextField } from "#components/page/text-field.tsx";
import { ChangeDialog } from "#components/secrets/secret-change.tsx";
import { custodyOptions, endHold, type HoldSubject, placeHold } from "#lib/browser/custody.ts";
import { verificationKeys } from "#lib/browser/query-keys.ts";
import { type LegalHold, LONGEST_HOLD_REASON } from "#lib/contract/custody/custody.ts";

const CHANGES = [verificationKeys.details(), custodyOptions.queryKey];

type PlaceProps = { subject: HoldSubject; onClosed: () => void };

/** Places a legal hold on a file, or on all files with a person. */
export function PlaceHoldDialog({ subject, onClosed }: PlaceProps) {
  const t = useTranslations("custody.place");
  const about = "verification_id" in subject ? t("aboutFile") : t("aboutPerson");
  const [reason, setReason] = useState("");
  const [day, setDay] = useState("");
  return (
    <ChangeDialog
      of="custody.place"
      about={about}
      blocked={reason.trim() === ""}
      act={() => placeHold({ ...subject, reason: reason.trim(), review_on: day || null })}
      changes={CHANGES}
      onClosed={onClosed}
      failure={{ words: "custody.problem" }}
    >
      <TextareaField
        label={t("reason")}
        hint={t("reasonHint")}
        value={reason}
        required
        maxLength={LONGEST_HOLD_REASON}
        rows={3}
        onChange={({ target }) => setReason(target.value)}
      />
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

type EndProps = { hold: LegalHold; onClosed: () => void };

export function EndHoldDialog({ hold, onClosed }: EndProps) {
  const t = useTranslations("custody.end");
  const [reason, setReason] = useState("");
  return (
    <ChangeDialog
      of="custody.end"
      blocked={reason.trim() === ""}
      act={() => endHold({ hold_id: hold.hold_id, reason: reason.trim() })}
      changes={CHANGES}
      onClosed={onClosed}
      failure={{ words: "custody.problem" }}
    >
      <TextareaField
        label={t("reason")}
        value={reason}
        required
        maxLength={LONGEST_HOLD_REASON}
        rows={3}
        onChange={({ target }) => setReason(target.value)}
      />
    </ChangeDialog>
  );
}
