import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { HoldNotice } from "#components/desk/custody/hold-notice.tsx";
import { KeptWords } from "#components/desk/custody/kept-words.tsx";
import { ActionDialog } from "#components/kit/action-dialog.tsx";
import { Cancel } from "#components/kit/buttons.tsx";
import { DraftNote, useDraft } from "#components/kit/draft.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { TypedField } from "#components/kit/typed-field.tsx";
import { erasedKeys } from "#lib/core/browser/query-keys.ts";
import { erasedKey, verificationOptions } from "#lib/core/browser/verifications.ts";
import { LONGEST_WORDS } from "#lib/core/contract/verifications/review.ts";
import { fileCustodyOptions } from "#lib/desk/browser/custody.ts";
import type { FileCustody } from "#lib/desk/contract/custody/custody.ts";
import type { JsonOf } from "#lib/endpoints.ts";
import { api } from "#lib/platform/browser/api.ts";
import { arcoKeys } from "#lib/records/browser/arco.ts";

type Props = { verificationId: string; onClosed: () => void };

/** Erases or blocks a file. While a legal hold is in force, the dialog quotes the hold and does neither. */
export function EraseDialog({ verificationId, onClosed }: Props) {
  const t = useTranslations("privacy.held");
  const query = useQuery(fileCustodyOptions(verificationId));
  const custody = query.data;
  if (custody?.holds.length === 0) return <EraseForm {...{ verificationId, custody, onClosed }} />;
  return (
    <ActionDialog title={t(custody ? "title" : "checking")} about={t("about")} busy={false} onClosed={onClosed}>
      <Loaded query={query} label={t("checking")} height="h-24" failed={() => t("failed")}>
        {({ holds }) => holds.map((hold) => <HoldNotice key={hold.hold_id} hold={hold} />)}
      </Loaded>
      <div className="flex justify-end">
        <Cancel onClick={onClosed}>{t("close")}</Cancel>
      </div>
    </ActionDialog>
  );
}

/**
 * Erases a file from the dashboard after the user has typed its tag, or its id if it has none. Lists what is deleted
 * and what stays. A file that must be kept is blocked instead, with the date until which it is kept.
 */
function EraseForm({ verificationId, custody, onClosed }: Props & { custody: FileCustody }) {
  const t = useTranslations("privacy.erase");
  const client = useQueryClient();
  const { data } = useQuery(verificationOptions(verificationId));
  const tag = data?.verification.tag ?? null;
  const name = tag ?? verificationId;
  const does = custody.kept && !custody.erasable ? "block" : "erase";
  const about = useTranslations(`privacy.${does}`);
  // Only a file with a review can have a decision.
  const reviewed = (data?.review?.state ?? null) !== null;
  const draft = useDraft(verificationId, "erase");
  const reason = draft.text.trim();
  const erased = (went: JsonOf<"DELETE /api/verifications/{verification_id}">) => {
    draft.discard();
    client.setQueryData(erasedKey(verificationId), went);
    const message = { verification_id: verificationId, kinds: ["erased" as const] };
    for (const queryKey of erasedKeys([message])) void client.resetQueries({ queryKey });
  };
  return (
    <ChangeDialog
      of={`privacy.${does}`}
      values={{ name }}
      about={
        <div className="space-y-2">
          {(["goes", "stays", "service"] as const).map((part) => (
            <p key={part}>{about(part)}</p>
          ))}
          {custody.kept && does === "block" && (
            <p className="font-medium text-foreground">
              <KeptWords kept={custody.kept} />
            </p>
          )}
        </div>
      }
      destructive
      act={() =>
        api("DELETE /api/verifications/{verification_id}", {
          params: { verification_id: verificationId },
          body: reason === "" ? undefined : { reason },
        })
      }
      onDone={erased}
      // Shows a hold that was placed meanwhile, and what is left of the subject of a request.
      changes={[fileCustodyOptions(verificationId).queryKey, arcoKeys.all]}
      onClosed={onClosed}
      failure={{ words: "privacy.erase.trouble" }}
    >
      <TypedField
        label={t("field", { kind: tag === null ? "id" : "tag" })}
        text={name}
        differs={t("differs")}
        ask={t("toConfirm")}
      />
      {reviewed && (
        <>
          <TextField
            label={t("reason")}
            hint={t("reasonHint")}
            value={draft.text}
            maxLength={LONGEST_WORDS}
            onChange={(event) => draft.change({ text: event.target.value })}
          />
          <DraftNote draft={draft} />
        </>
      )}
    </ChangeDialog>
  );
}
