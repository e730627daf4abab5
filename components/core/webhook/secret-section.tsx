import { KeyRound } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { SecretField, secretIn } from "#components/core/secrets/secret-value.tsx";
import { Form } from "#components/kit/form.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { Section } from "#components/kit/section.tsx";
import type { ListedWebhook } from "#lib/core/contract/webhooks/webhooks.ts";
import { Button, buttonVariants } from "@/components/ui/button";

/** The state of the secret after it was revealed, and the replacement of a lost secret. */
export function SecretSection({ webhook }: { webhook: ListedWebhook }) {
  const t = useTranslations("webhooks.secret");
  const { own, fingerprint, secret, replacement } = webhook;
  const says = own ? "own" : (secret ?? "elsewhere");
  const id = replacement?.old_id ?? webhook.id;
  return (
    <Section id="secret" title={t("title")}>
      <div className="space-y-3 text-sm">
        {fingerprint !== null && (
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="text-muted-foreground text-xs">{t("fingerprint")}</span>
            <code translate="no" className="font-mono text-xs">
              {fingerprint}
            </code>
          </p>
        )}
        <p className="text-muted-foreground">{t(`says.${says}`)}</p>
        {fingerprint !== null && <Compare fingerprint={fingerprint} />}
        <Link
          className={buttonVariants({ variant: "outline", size: "sm" })}
          href={`/webhooks/${encodeURIComponent(id)}/replace`}
        >
          <KeyRound aria-hidden />
          <span>{t(replacement ? "goOn" : "replace")}</span>
        </Link>
      </div>
    </Section>
  );
}

/** Compares a secret that the user has with this one, in the browser only. The field is emptied at once. */
function Compare({ fingerprint }: { fingerprint: string }) {
  const t = useTranslations("webhooks.secret.compare");
  const [same, setSame] = useState<boolean | null>(null);
  const compare = async (event: FormEvent<HTMLFormElement>) => {
    const value = secretIn(event, "secret");
    event.currentTarget.reset();
    if (value !== "" && globalThis.crypto?.subtle) setSame((await fingerprintOf(value)).startsWith(fingerprint));
  };
  return (
    <Form onSubmit={compare} className="space-y-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <SecretField label={t("field")} name="secret" onChange={() => setSame(null)} />
        </div>
        <Button type="submit" variant="outline">
          {t("submit")}
        </Button>
      </div>
      <p className="text-muted-foreground text-xs">{t("hint")}</p>
      <div role="status" className="empty:hidden">
        {same !== null && <Remark mark={same ? "good" : "bad"}>{t(same ? "same" : "other")}</Remark>}
      </div>
    </Form>
  );
}

/** The SHA-256 of the value, in lowercase hex. */
async function fingerprintOf(value: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(value)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
