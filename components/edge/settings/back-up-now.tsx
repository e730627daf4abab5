import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Notice } from "#components/core/secrets/notice.tsx";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import type { Backup } from "#lib/core/contract/status.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";

const READ_AGAIN_MS = 5_000;

/** The request for a backup: its button, and how far the backup is until it has ended. */
export function useBackUpNow([newest]: readonly Backup[]) {
  const t = useTranslations("system.now");
  const router = useRouter();
  /** The newest backup before the request; undefined without a request. */
  const [before, setBefore] = useState<number | null>();
  const { run, isPending, error, stepUp } = useSecretChange(() => api("POST /api/settings/backups"), {
    to: () => t("confirmTo"),
    onSuccess: () => setBefore(newest?.id ?? null),
  });
  const lasts = before !== undefined && (before === (newest?.id ?? null) || newest?.ended_at === null);
  useEffect(() => {
    if (!lasts) return;
    const timer = setInterval(() => router.refresh(), READ_AGAIN_MS);
    return () => clearInterval(timer);
  }, [lasts, router]);
  const says = before === undefined ? null : t(lasts ? "asked" : newest?.error ? "failed" : "done");
  return {
    button: (
      <Button aria-disabled={isPending || lasts} onClick={() => isPending || lasts || run(undefined)}>
        {t("button")}
      </Button>
    ),
    outcome: (
      <>
        <Notice says={says} warning={!lasts && Boolean(newest?.error)} />
        <ActionFailure words="system.now.problem" error={error} />
        {stepUp}
      </>
    ),
  };
}
