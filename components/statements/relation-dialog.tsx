import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import { api } from "#lib/platform/browser/api.ts";
import type { Relation } from "#lib/statements/contract/statement.ts";
import { FIRST_DAY } from "#lib/statements/contract/statement-input.ts";
import { useToday } from "./document-words.ts";

type Props = { verificationId: string; relation: Relation | null; onClosed: () => void };

/** States since when a business relationship exists, and when it ended. */
export function RelationDialog({ verificationId, relation, onClosed }: Props) {
  const t = useTranslations("dates.relationForm");
  const today = useToday();
  const [since, setSince] = useState(relation?.since ?? "");
  return (
    <ChangeDialog
      of="dates.relationForm"
      act={(typed) =>
        api("POST /api/verifications/{verification_id}/statements", {
          params: { verification_id: verificationId },
          body: {
            kind: "relation",
            since: String(typed.get("since")),
            until: String(typed.get("until") ?? "") || null,
          },
        })
      }
      changes={[verificationKeys.details()]}
      onClosed={onClosed}
      failure={{ words: "dates.problem" }}
    >
      <TextField
        name="since"
        type="date"
        required
        min={FIRST_DAY}
        max={today}
        label={t("since")}
        value={since}
        onChange={({ target }) => setSince(target.value)}
      />
      <TextField
        name="until"
        type="date"
        min={since || FIRST_DAY}
        max={today}
        label={t("until")}
        hint={t("untilHint")}
        defaultValue={relation?.until ?? ""}
      />
    </ChangeDialog>
  );
}
