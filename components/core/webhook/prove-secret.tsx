import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { CopyButton } from "#components/kit/copy.tsx";
import { Form } from "#components/kit/form.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { EVENT_CATALOGUE } from "#lib/core/contract/events/event-catalogue.ts";
import { proveSecret, type Sample, type SecretProof, signSample } from "#lib/core/contract/secrets/secret.ts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";

/**
 * Checks that the right secret was stored, while it is still visible: sign a sample with it, or send a signed sample to
 * the receiver. Neither command contains the secret, and the page sends nothing.
 */
export function ProveSecret({ secret }: { secret: string }) {
  const t = useTranslations("webhooks.prove");
  const [sample] = useState(newSample);
  const [pasted, setPasted] = useState("");
  const [proof, setProof] = useState<SecretProof | null>(null);
  const [header, setHeader] = useState<string | null>(null);
  const available = globalThis.crypto?.subtle !== undefined;
  const check = async (event: FormEvent) => {
    event.preventDefault();
    if (pasted.trim() !== "") setProof(await proveSecret(pasted, secret, sample));
  };
  const open = async () => {
    if (header === null && available) setHeader(await signSample(secret, sample));
  };
  return (
    <Card className="rounded-md p-0">
      <Collapsible className="group" onOpenChange={(isOpen) => isOpen && void open()}>
        <CollapsibleTrigger className="flex min-h-10 items-center gap-2 px-3 py-2 font-medium text-sm">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 transition-transform duration-100 group-open:rotate-90"
          />
          {t("title")}
        </CollapsibleTrigger>
        <CollapsibleContent className="space-y-4 border-border border-t p-3 text-sm">
          {!available && <p className="text-failed">{t("insecure")}</p>}
          <Form onSubmit={check} className="space-y-2">
            <p className="font-medium">{t("sign.title")}</p>
            <p className="text-muted-foreground text-xs">{t("sign.about")}</p>
            <Command text={signCommand(sample)} label={t("sign.command")} />
            <div className="flex flex-wrap items-end gap-2">
              <div className="min-w-0 flex-1 basis-56">
                <TextField
                  label={t("sign.field")}
                  value={pasted}
                  onChange={({ target }) => {
                    setPasted(target.value);
                    setProof(null);
                  }}
                  autoComplete="off"
                  spellCheck={false}
                  className="font-mono text-xs"
                />
              </div>
              <Button type="submit" variant="outline" disabled={!available}>
                {t("sign.check")}
              </Button>
            </div>
            <div role="status" className="empty:hidden">
              {proof && <Remark mark={proof === "matches" ? "good" : "bad"}>{t(`proof.${proof}`)}</Remark>}
            </div>
          </Form>
          {header && (
            <div className="space-y-2 border-border border-t pt-3">
              <p className="font-medium">{t("try.title")}</p>
              <p className="text-muted-foreground text-xs">{t("try.about")}</p>
              <Command text={tryCommand(sample, header)} label={t("try.command")} />
            </div>
          )}
        </CollapsibleContent>
      </Collapsible>
    </Card>
  );
}

function newSample(): Sample {
  const [event] = EVENT_CATALOGUE;
  return {
    t: String(Math.floor(Date.now() / 1000)),
    body: JSON.stringify({ event_name: event?.name, data: { verification_id: "sample" } }),
  };
}

/** Reads the secret from the environment: in the command it would end up in the shell's history. */
const signCommand = ({ t, body }: Sample): string =>
  `printf '%s' '${t}.${body}' | openssl dgst -sha256 -hmac "$SVC_WEBHOOK_SECRET"`;

const tryCommand = ({ body }: Sample, header: string): string =>
  [
    `curl -i "$WEBHOOK_URL" -H 'Content-Type: application/json' \\`,
    `  -H 'Svc-Signature: ${header}' \\`,
    `  --data-raw '${body}'`,
  ].join("\n");

function Command({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-start gap-1 rounded-md bg-muted">
      <pre
        translate="no"
        className="wrap-anywhere min-w-0 flex-1 select-all whitespace-pre-wrap px-2.5 py-2 font-mono text-xs"
      >
        {text}
      </pre>
      <CopyButton text={() => text} variant="ghost" size="icon" aria-label={label} className="m-0.5" />
    </div>
  );
}
