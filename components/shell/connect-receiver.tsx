"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { LaterMessages } from "#components/page/later-messages.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { connectReceiver, receiverKeys, statusKeys } from "#lib/browser/status.ts";
import { webhookKeys } from "#lib/browser/webhooks.ts";
import { Button } from "@/components/ui/button";

const StepUpDialog = lazy(() =>
  import("#components/access/step-up-dialog.tsx").then((code) => ({ default: code.StepUpDialog })),
);

type Props = { label: string };

/** Creates or repairs the dashboard's webhook at the service; a session older than ten minutes confirms its password first. */
export const ConnectReceiver = (props: Props) => (
  <LaterMessages of="access">
    <Connect {...props} />
  </LaterMessages>
);

function Connect({ label }: Props) {
  const t = useTranslations("shell.trouble");
  const client = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const connect = useMutation({
    mutationFn: connectReceiver,
    onSuccess: () => {
      for (const queryKey of [statusKeys.all, receiverKeys.all, webhookKeys.all])
        void client.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "STEP_UP_REQUIRED") setConfirming(true);
    },
  });
  const failed = connect.isError && !(connect.error instanceof ApiError && connect.error.code === "STEP_UP_REQUIRED");
  return (
    <div className="flex items-center gap-3">
      {failed && <span className="text-failed text-xs">{t("connectFailed")}</span>}
      <Button variant="outline" size="sm" disabled={connect.isPending} onClick={() => connect.mutate()}>
        {connect.isPending ? t("connecting") : label}
      </Button>
      <Suspense>
        {confirming && <StepUpDialog onConfirmed={() => connect.mutate()} onClosed={() => setConfirming(false)} />}
      </Suspense>
    </div>
  );
}
