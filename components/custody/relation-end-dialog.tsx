"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "#components/page/text-field.tsx";
import { ChangeDialog } from "#components/secrets/secret-change.tsx";
import { setRelationEnd } from "#lib/browser/custody.ts";
import { verificationKeys } from "#lib/browser/query-keys.ts";

type Props = { verificationId: string; endedOn: string | null; onClosed: () => void };

/** Sets the end of the business relation; without a date the relation continues. */
export function RelationEndDialog({ verificationId, endedOn, onClosed }: Props) {
  const t = useTranslations("custody.relation");
  const [day, setDay] = useState(endedOn ?? "");
  return (
    <ChangeDialog
      of="custody.relation"
      act={() => setRelationEnd(verificationId, day || null)}
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
