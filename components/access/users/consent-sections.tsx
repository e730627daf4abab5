import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog, useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Section } from "#components/kit/section.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { userKeys } from "#lib/access/browser/users.ts";
import type { ConsentRequest, MadeLink } from "#lib/access/contract/user.ts";
import { api } from "#lib/platform/browser/api.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { Button } from "@/components/ui/button";

export type AnsweredRequest = { request: ConsentRequest; did: "given" | "declined"; link: MadeLink | null };
type Props = {
  requests: readonly ConsentRequest[];
  onAnswered: (answered: AnsweredRequest) => void;
};

/** Requests of administrators that need the consent of another administrator. */
export function ConsentRequests({ requests, onAnswered }: Props) {
  const t = useTranslations("users.consent");
  const { email } = useCurrentUser();
  const [agreeing, setAgreeing] = useState<ConsentRequest | null>(null);
  const declined = (request: ConsentRequest) =>
    api("DELETE /api/consent/requests/{consent_id}", { params: { consent_id: request.id } }).then(() => request);
  const decline = useSecretChange(declined, {
    to: (request) => t(request.asked_by === email ? "confirmTo.takeBack" : "confirmTo.decline"),
    onSuccess: (request) => onAnswered({ request, did: "declined", link: null }),
    changes: [userKeys.all],
  });
  return (
    <Section id="consent-requests" title={t("requests")} count={requests.length} flush>
      <ul className="divide-y divide-border">
        {requests.map((request) => {
          const { id, action, name, asked_by, expires_at } = request;
          const own = asked_by === email;
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 text-sm">
              <div className="min-w-0">
                <p className="wrap-anywhere font-medium">{t(`action.${action}`, { name })}</p>
                <p className="wrap-anywhere text-muted-foreground text-xs">
                  <span key={own ? "askedByYou" : "askedBy"}>
                    {t.rich(own ? "askedByYou" : "askedBy", {
                      email: asked_by,
                      at: () => <ExactInstant at={expires_at} />,
                    })}
                  </span>
                </p>
              </div>
              <div className="flex gap-2">
                <Button
                  variant="outline"
                  size="sm"
                  aria-disabled={decline.isPending}
                  onClick={() => decline.run(request)}
                >
                  {t(own ? "takeBack" : "decline")}
                </Button>
                {!own && (
                  <Button size="sm" aria-haspopup="dialog" onClick={() => setAgreeing(request)}>
                    {t("submit")}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {decline.error && (
        <div className="p-4 pt-0">
          <ActionFailure words="users.problem" error={decline.error} />
        </div>
      )}
      {decline.stepUp}
      {agreeing && (
        <ChangeDialog
          of="users.consent"
          title={t(`action.${agreeing.action}`, { name: agreeing.name })}
          about={t(`about.${agreeing.action}`)}
          confirmTo={t("confirmTo.approve")}
          // Consent executes the request.
          act={() => api("POST /api/consent/requests/{consent_id}", { params: { consent_id: agreeing.id } })}
          onDone={({ link }) => onAnswered({ request: agreeing, did: "given", link })}
          changes={[userKeys.all]}
          onClosed={() => setAgreeing(null)}
          failure={{ words: "users.problem" }}
        />
      )}
    </Section>
  );
}

type ConsentPolicyProps = {
  since: Instant | null;
  onRequired: (endedLinks: number) => void;
};

/** Whether a second administrator must consent, and the button that requires it. It can be turned off on the host only. */
export function ConsentPolicy({ since, onRequired }: ConsentPolicyProps) {
  const t = useTranslations("users.consent");
  const [confirming, setConfirming] = useState(false);
  return (
    <Section id="consent" title={t("title")}>
      <div className="space-y-3 text-sm">
        <p className="max-w-prose">
          {since ? <span>{t.rich("on", { at: () => <ExactInstant at={since} /> })}</span> : t("off")}
        </p>
        {since ? (
          <p className="max-w-prose text-muted-foreground text-xs">
            {t.rich("lifting", {
              command: (text) => (
                <code translate="no" className="font-mono">
                  {text}
                </code>
              ),
            })}
          </p>
        ) : (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
            {t("require")}
          </Button>
        )}
      </div>
      {confirming && (
        <ChangeDialog
          of="users.consent.policy"
          act={() => api("POST /api/consent")}
          onDone={({ ended_links }) => onRequired(ended_links)}
          changes={[userKeys.all]}
          onClosed={() => setConfirming(false)}
          failure={{ words: "users.problem" }}
        />
      )}
    </Section>
  );
}
