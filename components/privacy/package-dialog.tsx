"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionDialog } from "#components/page/action-dialog.tsx";
import { TextField } from "#components/page/text-field.tsx";
import { packagePath } from "#lib/browser/erasures.ts";
import { Button } from "@/components/ui/button";

const FORMATS = ["html", "zip"] as const;

/** Limits of the route. */
const SHORTEST_REASON = 3;
const LONGEST_REASON = 200;

type Props = { verificationId: string; onClosed: () => void };

/** Asks why a blocked file is read, and downloads its evidence package. */
export function PackageDialog({ verificationId, onClosed }: Props) {
  const t = useTranslations("erasures.package");
  const [reason, setReason] = useState("");
  const missing = reason.trim().length < SHORTEST_REASON;
  return (
    <ActionDialog title={t("title")} about={t("about")} busy={false} onClosed={onClosed}>
      <TextField
        label={t("reason")}
        hint={t("reasonHint")}
        value={reason}
        required
        maxLength={LONGEST_REASON}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {FORMATS.map((format) =>
          missing ? (
            <Button key={format} variant="outline" disabled>
              {t(format)}
            </Button>
          ) : (
            <Button key={format} variant="outline" asChild>
              <a href={packagePath(verificationId, format, reason.trim())} download>
                {t(format)}
              </a>
            </Button>
          ),
        )}
      </div>
    </ActionDialog>
  );
}
