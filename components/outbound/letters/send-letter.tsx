import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Ref, useImperativeHandle, useState } from "react";
import { FactLine } from "#components/kit/fact.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { lettersOptions } from "#lib/outbound/browser/letters.ts";
import { foundAddresses } from "#lib/outbound/contract/letters/found-addresses.ts";
import { MAX_LETTER_SUBJECT } from "#lib/outbound/contract/letters/letter.ts";
import type { LetterInput } from "#lib/outbound/contract/letters/letter-input.ts";
import { api } from "#lib/platform/browser/api.ts";
import { isMailAddress } from "#lib/platform/contract/mail/is-mail-address.ts";
import { Button } from "@/components/ui/button";
import { LetterOutcome } from "./letter-outcome.tsx";

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** The next step of the mail for the main action of the dialog: the preview, then the mail. */
export type MailSteps = { next: (onSent: () => void) => void };

type Props = {
  detail: VerificationDetail;
  subject: string;
  text: string;
  ref: Ref<MailSteps>;
  onSent: () => void;
};

/** Mails the letter, after a preview, to a typed address or an address of the service's answer. Empty without a mail server. */
export function SendLetter({ detail, subject: whole, text, ref, onSent }: Props) {
  const t = useTranslations("letters");
  const { verification_id } = detail.verification;
  const subject = whole.slice(0, MAX_LETTER_SUBJECT);
  const client = useQueryClient();
  const letters = useQuery(lettersOptions(verification_id));
  const [to, setTo] = useState("");
  const [wrong, setWrong] = useState(false);
  const [preview, setPreview] = useState<LetterInput | null>(null);
  const found = foundAddresses(detail.other_fields);
  const send = useMutation({
    mutationFn: (body: LetterInput) =>
      api("POST /api/verifications/{verification_id}/letters", { params: { verification_id }, body }),
    onSuccess: onSent,
    onSettled: () => client.invalidateQueries({ queryKey: lettersOptions(verification_id).queryKey }),
  });
  const reply_to = letters.data?.reply_to ?? null;
  const sent =
    send.data && (letters.data?.items.find(({ letter_id }) => letter_id === send.data.letter_id) ?? send.data);
  // A letter edited after its preview needs a new preview.
  const shown = preview && preview.text === text.trim() && preview.subject === subject ? preview : null;
  const showPreview = () => {
    const address = to.trim();
    setWrong(!isMailAddress(address));
    if (!isMailAddress(address) || text.trim() === "") return;
    send.reset();
    setPreview({ letter_id: crypto.randomUUID(), to: address, subject, text: text.trim() });
  };
  useImperativeHandle(ref, () => ({
    next: (done) => {
      if (send.isPending) return;
      if (shown) send.mutate(shown, { onSuccess: done });
      else showPreview();
    },
  }));
  if (reply_to === null) return null;
  return (
    <section aria-label={t("title")} className="space-y-3 rounded-md border border-border p-3">
      {shown ? (
        // The button that opened the preview is removed.
        <div ref={takeFocus} tabIndex={-1} className="space-y-3 outline-none">
          <h3 className="font-medium text-sm">{t("previewTitle")}</h3>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
            <FactLine name={t("to")}>{shown.to}</FactLine>
            <FactLine name={t("replyTo")}>{reply_to}</FactLine>
            <FactLine name={t("subject")}>{shown.subject}</FactLine>
          </dl>
          <p className="wrap-anywhere whitespace-pre-wrap rounded-md bg-muted px-3 py-2 text-sm">{shown.text}</p>
          <ActionFailure words="letters.problem" error={send.error} />
          <div role="status" className="empty:hidden">
            {sent && <LetterOutcome letter={sent} />}
          </div>
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="outline" size="sm" aria-disabled={send.isPending} onClick={() => setPreview(null)}>
              {t(sent ? "another" : "back")}
            </Button>
            {!sent && (
              <Button size="sm" aria-disabled={send.isPending} onClick={() => send.mutate(shown)}>
                <Send aria-hidden />
                <span>{t(send.isPending ? "sending" : "send")}</span>
              </Button>
            )}
          </div>
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-2">
            <div className="min-w-56 flex-1">
              <TextField
                label={t("to")}
                type="email"
                // Browsers would fill in the user's own address.
                autoComplete="off"
                value={to}
                onChange={({ target }) => setTo(target.value)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
                  // Without it, Enter would send the form of the surrounding dialog.
                  event.preventDefault();
                  showPreview();
                }}
                {...(wrong && { error: t("notAddress") })}
              />
            </div>
            <Button variant="outline" size="sm" onClick={showPreview}>
              {t("preview")}
            </Button>
          </div>
          {found.length > 0 && (
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground text-xs">
              {t("found")}
              {found.map((address) => (
                <Button key={address} variant="outline" size="xs" onClick={() => setTo(address)}>
                  {address}
                </Button>
              ))}
            </p>
          )}
        </>
      )}
    </section>
  );
}
