import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { SecretField, secretIn } from "#components/core/secrets/secret-value.tsx";
import { Form } from "#components/kit/form.tsx";
import { Section } from "#components/kit/section.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { statusOptions } from "#lib/core/browser/status.ts";
import type { AdoptionRefusal } from "#lib/core/contract/keys/keys.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Alert, AlertDescription } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldLabel } from "@/components/ui/field";

type GivenKey = { api_key?: string; confirmed?: boolean };

/** Without an entered key, the key in `SVC_API_KEY` is tried. */
const tryKey = async (body: GivenKey) => ({
  answer: await api("POST /api/key-adoptions", { body }),
  source: body.api_key === undefined ? ("environment" as const) : ("entered" as const),
});

type Props = { onAdopted: () => void };

/** Shown when the service refuses the dashboard's own key: an admin enters another key, which is tried or confirmed by hand. */
export function AdoptSection({ onAdopted }: Props) {
  const t = useTranslations("keys.adopt");
  const { data: status } = useQuery(statusOptions());
  const restoredFrom = status?.service.restored_from ?? null;
  const [confirmed, setConfirmed] = useState(false);
  const [refused, setRefused] = useState<{ reason: AdoptionRefusal; source: "entered" | "environment" } | null>(null);
  const { run, isPending, error, stepUp } = useSecretChange(tryKey, {
    to: () => t("confirmTo"),
    onSuccess: ({ answer, source }) => {
      if (answer.outcome === "refused") setRefused({ reason: answer.reason, source });
      else onAdopted();
    },
  });
  const send = (key: GivenKey) => {
    if (isPending) return;
    setRefused(null);
    run(confirmed ? { ...key, confirmed } : key);
  };
  const enter = (event: FormEvent<HTMLFormElement>) => {
    const api_key = secretIn(event, "api_key");
    if (api_key !== "") send({ api_key });
  };
  return (
    <Section id="adopt" title={t("title")}>
      <Form onSubmit={enter} className="flex flex-col gap-3 text-sm">
        <p className="text-muted-foreground">
          {restoredFrom === null ? (
            t(status?.service.ever_accepted === false ? "aboutNever" : "about")
          ) : (
            <span>{t.rich("aboutRestored", { at: () => <ExactInstant at={restoredFrom} /> })}</span>
          )}
        </p>
        <SecretField label={t("field")} hint={t("hint")} name="api_key" required />
        <div role="alert" className="empty:hidden">
          {refused && (
            <Alert variant="warning">
              <AlertDescription>{t(`refused.${refused.reason}`, { source: refused.source })}</AlertDescription>
            </Alert>
          )}
        </div>
        {(refused?.reason === "unconfirmed" || confirmed) && (
          <FieldLabel className="items-start font-normal">
            <Checkbox className="mt-0.5" checked={confirmed} onCheckedChange={setConfirmed} />
            {t("confirm")}
          </FieldLabel>
        )}
        <ActionFailure words="keys.problem" error={error} action="adopt" />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" aria-disabled={isPending}>
            {isPending ? t("trying") : t("submit")}
          </Button>
          <Button variant="outline" aria-disabled={isPending} onClick={() => send({})}>
            {t("offered")}
          </Button>
        </div>
      </Form>
      {stepUp}
    </Section>
  );
}
