import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX, Lightbulb } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { formatDuration } from "#components/kit/time.tsx";
import { tryStoredSecrets } from "#lib/core/browser/deliveries.ts";
import { MAX_CHECKED_BYTES } from "#lib/core/contract/deliveries/delivery.ts";
import type { SignatureCheckResult } from "#lib/core/contract/deliveries/signature-check.ts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";

const VERDICT_STYLES = {
  valid: { icon: CircleCheck, tone: "text-done", border: "border-done/40" },
  explained: { icon: Lightbulb, tone: "text-medium", border: "border-medium/40" },
  unexplained: { icon: CircleX, tone: "text-failed", border: "border-failed/40" },
} as const;

/** Whether the signature matches; if not, the likely causes. */
export function Verdict({ result: { verdict, causes, age } }: { result: SignatureCheckResult }) {
  const t = useTranslations("deliveries.bench");
  const { icon: Icon, tone, border } = VERDICT_STYLES[verdict];
  // Without a secret, a time or a signature, no comparison was possible.
  const unreadable = causes.some((cause) => ["secret_empty", "no_t", "no_v1", "not_hex"].includes(cause));
  const untried = verdict === "unexplained" && unreadable;
  return (
    <section>
      <Card className={cn("gap-3 text-sm", border)}>
        <h2 className="flex items-center gap-2 font-semibold">
          <Icon aria-hidden className={`size-5 shrink-0 ${tone}`} />
          <span>{untried ? t("verdict.unreadable") : t(`verdict.${verdict}`)}</span>
        </h2>
        {causes.length > 0 && (
          <ul className="space-y-2.5">
            {causes.map((cause) => (
              <li key={cause}>
                <p className="font-medium">{t(`cause.${cause}.title`)}</p>
                <p className="text-muted-foreground text-[0.8125rem]">{t(`cause.${cause}.fix`)}</p>
              </li>
            ))}
          </ul>
        )}
        {!untried && <p>{t(`verdict.${verdict}Body`)}</p>}
        {age && <Age {...age} />}
      </Card>
    </section>
  );
}

function Age({ seconds, timely }: NonNullable<SignatureCheckResult["age"]>) {
  const t = useTranslations("deliveries.bench.age");
  const duration = formatDuration(Math.abs(seconds) * 1000, useLocale());
  const ago = seconds < -300 ? duration : t("before", { duration });
  return (
    <p className="border-border border-t pt-3 text-muted-foreground text-[0.8125rem]">
      {t(timely ? "timely" : seconds > 0 ? "old" : "ahead", { ago })}
    </p>
  );
}

/** Checks with the server's stored secrets. Explains which data is sent, and sends it only if the user agrees. */
export function OtherSecret({ given }: { given: { header: string; body: Uint8Array<ArrayBuffer> } }) {
  const t = useTranslations("deliveries.bench.other");
  const attempt = useMutation({ mutationFn: () => tryStoredSecrets(given.header, given.body) });
  const { data } = attempt;
  const tooLarge = given.body.length > MAX_CHECKED_BYTES;
  return (
    <section>
      <Card className="items-start gap-2.5 text-sm">
        <h2 className="font-semibold">{t("title")}</h2>
        <p className="text-[0.8125rem]">{tooLarge ? t("tooLarge") : t("body")}</p>
        {!data && !tooLarge && (
          <Button variant="outline" size="sm" aria-disabled={attempt.isPending} onClick={() => attempt.mutate()}>
            {attempt.isPending ? t("asking") : t("ask")}
          </Button>
        )}
        {data && (
          <p className="font-medium">
            {data.match ? t("match", { role: t(`role.${data.match}`) }) : t("none", { count: data.tried })}
          </p>
        )}
        {attempt.isError && <p className="text-failed">{t("failed")}</p>}
      </Card>
    </section>
  );
}
