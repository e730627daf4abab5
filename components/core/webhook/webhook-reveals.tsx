"use client";

import { useMutation } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RevealHost } from "#components/core/secrets/reveal-host.tsx";
import { FactLine } from "#components/kit/fact.tsx";
import { Help } from "#components/kit/help.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { webhookKeys } from "#lib/core/browser/webhooks.ts";
import {
  TEST_HEADER,
  TEST_TIMEOUT_SECONDS,
  type TestDelivery as TestDeliveryAnswer,
} from "#lib/core/contract/webhooks/test-delivery.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ProveSecret } from "./prove-secret.tsx";

/** Shows new secrets on all webhook pages, with a test delivery and a proof; also API keys that are still held. */
export const WebhookReveals = ({ children }: { children: ReactNode }) => (
  <RevealHost
    of="webhooks"
    kinds={["webhook_secret", "api_key"]}
    changes={[webhookKeys.all]}
    actions={({ id, kind, subject_id, value }) =>
      kind === "webhook_secret" && (
        <>
          {/* The server does not know a value that only this page holds. */}
          {id !== null && <TestDelivery webhookId={subject_id} />}
          <ProveSecret secret={value} />
        </>
      )
    }
  >
    {children}
  </RevealHost>
);

/** Makes the server send the webhook a sample, signed with the secret that it still holds, and shows the answer. */
function TestDelivery({ webhookId }: { webhookId: string }) {
  const t = useTranslations("webhooks.test");
  const why = useErrorWords("webhooks.test.failed");
  const test = useMutation({
    mutationFn: () => api("POST /api/webhooks/{webhook_id}/test-delivery", { params: { webhook_id: webhookId } }),
    retry: false,
  });
  return (
    <Card className="gap-2 rounded-md p-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex items-center gap-1">
          <h3 className="font-medium">{t("title")}</h3>
          <Help of={t("title")}>{t("about", { header: TEST_HEADER })}</Help>
        </div>
        <Button variant="outline" size="sm" aria-disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? t("sending") : t("send")}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {!test.isPending && test.data && <Answer {...test.data} />}
        {!test.isPending && test.error && <Remark mark="bad">{why(test.error)}</Remark>}
      </div>
    </Card>
  );
}

function Answer({ result, status, took_ms, event_name, verification_id, answer }: TestDeliveryAnswer) {
  const t = useTranslations("webhooks.test");
  const format = useFormatter();
  const took = format.number(took_ms, { style: "unit", unit: "millisecond" });
  return (
    <div className="space-y-2">
      <Remark mark={result === "delivered" ? "good" : "bad"}>
        {t(`result.${result}`, { status: String(status), took, seconds: TEST_TIMEOUT_SECONDS })}
      </Remark>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs [&>dd]:wrap-anywhere [&>dd]:font-mono">
        <FactLine name={t("event")}>{event_name}</FactLine>
        <FactLine name={t("verification")}>{verification_id}</FactLine>
        {status !== null && <FactLine name={t("answer")}>{answer ?? t("noAnswer")}</FactLine>}
      </dl>
    </div>
  );
}
