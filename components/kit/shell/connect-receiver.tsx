import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { connectReceiver, receiverKeys, statusKeys } from "#lib/core/browser/status.ts";
import { webhookKeys } from "#lib/core/browser/webhooks.ts";
import { Button } from "@/components/ui/button";

/** Creates or repairs the dashboard's webhook at the service. */
export function ConnectReceiver({ label }: { label: string }) {
  const t = useTranslations("shell.connection.action");
  const words = useErrorWords("shell.connection.failed");
  const client = useQueryClient();
  const { run, isPending, error, stepUp } = useSecretChange(() => connectReceiver(client), {
    to: () => t("confirmTo"),
    changes: [statusKeys.all, receiverKeys.all, webhookKeys.all],
  });
  return (
    <div className="flex items-center gap-3">
      {error && <span className="text-failed text-xs">{words(error)}</span>}
      <Button variant="outline" size="sm" disabled={isPending} onClick={() => run(undefined)}>
        {isPending ? t("working") : label}
      </Button>
      {stepUp}
    </div>
  );
}
