import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { FactLine } from "#components/kit/fact.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { saveFile } from "#components/kit/save-file.ts";
import { ShownOnceDialog, TakeAlong } from "#components/kit/shown-once-dialog.tsx";
import { useDropWhenSignedOut } from "#components/kit/signed-out.ts";
import { acknowledgeReveal, revealKeys } from "#lib/core/browser/secrets.ts";
import type { Reveal } from "#lib/core/contract/secrets/secret.ts";
import { Button } from "@/components/ui/button";
import { envLine } from "./secret-value.tsx";

/** A secret value as its dialog shows it; `id` is null if only this page holds the value. */
export type Revealed = Omit<Reveal, "id" | "expires_at"> & { id: string | null; expires_at: string | null };

type Props = {
  revealed: Revealed;
  onStored: () => void;
  /** Called if the value was not stored: it has expired, or the session has ended. */
  onUnstored: () => void;
  /** Further actions for the value before it expires. */
  children?: ReactNode;
};

const ABOUT = {
  api_key: "about",
  webhook_secret: "about",
  service_token: "aboutToken",
  channel_secret: "aboutChannel",
} as const satisfies Record<Revealed["kind"], string>;

/**
 * Shows a value that cannot be read again. Only 'I have stored it' closes the dialog: Escape, a click outside and
 * refetches do not, so its caller keeps `revealed` unchanged. When the value expires or the session ends, it is removed
 * from the page.
 */
export function RevealDialog({ revealed, onStored, onUnstored, children }: Props) {
  const t = useTranslations("secrets.reveal");
  const format = useFormatter();
  const stored = useMutation({
    mutationFn: async () => revealed.id !== null && acknowledgeReveal(revealed.id),
    onSuccess: onStored,
  });
  const over = useExpired(revealed.expires_at);
  const { text, fileName } = envLine(revealed);
  const client = useQueryClient();
  useDropWhenSignedOut(() => {
    client.setQueriesData<Reveal[]>({ queryKey: revealKeys.all }, []);
    onUnstored();
  });
  return (
    <ShownOnceDialog
      title={t(`title.${revealed.kind}`, { name: revealed.name })}
      about={t(over ? "over" : ABOUT[revealed.kind])}
      className="w-[36rem]"
    >
      {!over && (
        <>
          <code
            translate="no"
            className="block select-all break-all rounded-md border border-border bg-muted px-3 py-2.5 font-mono text-sm"
          >
            {revealed.value}
          </code>
          <TakeAlong
            text={revealed.value}
            words={{ copy: t("copy"), download: t("download") }}
            onDownload={() => saveFile(new Blob([text], { type: "text/plain" }), fileName)}
          />
        </>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        <FactLine name={t("fingerprint")} className="font-mono">
          {revealed.fingerprint}
        </FactLine>
        {!over && (
          <FactLine name={t("held")}>
            {revealed.expires_at
              ? t("heldUntil", { time: format.dateTime(new Date(revealed.expires_at), { timeStyle: "short" }) })
              : t("heldNowhere")}
          </FactLine>
        )}
      </dl>
      {!over && <>{children}</>}
      <div role="alert" className="empty:hidden">
        {stored.isError && (
          <Remark mark="bad" className="text-failed text-xs">
            {t("failed")}
          </Remark>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {over && (
          <Button variant="outline" onClick={onUnstored}>
            {t("unstored")}
          </Button>
        )}
        <Button onClick={() => stored.mutate()} aria-disabled={stored.isPending}>
          {t("stored")}
        </Button>
      </div>
    </ShownOnceDialog>
  );
}

/** Whether the value has expired. A value that only this page holds does not expire. */
function useExpired(expiresAt: string | null): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (over || expiresAt === null) return;
    // Polled each second: a single long timer would be late by the time that the machine was asleep.
    const timer = setInterval(() => Date.now() >= Date.parse(expiresAt) && setOver(true), 1_000);
    return () => clearInterval(timer);
  }, [over, expiresAt]);
  return over;
}
