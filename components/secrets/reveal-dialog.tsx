"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { useDropWhenSignedOut } from "#components/access/signed-out.ts";
import { FactLine } from "#components/page/fact.tsx";
import { Remark } from "#components/page/remark.tsx";
import { saveFile } from "#components/page/save-file.ts";
import { ShownOnceDialog, TakeAlong } from "#components/page/shown-once-dialog.tsx";
import { acknowledgeReveal, revealKeys } from "#lib/browser/secrets.ts";
import type { Reveal } from "#lib/contract/secrets/secret.ts";
import { Button } from "@/components/ui/button";
import { envLine } from "./secret-value.tsx";

/** A value as its dialog shows it; `id` is null where nothing holds it but this page. */
export type Revealed = Omit<Reveal, "id" | "expires_at"> & { id: string | null; expires_at: string | null };

type Props = {
  revealed: Revealed;
  onStored: () => void;
  /** Once its time is over: it was not stored. */
  onUnstored: () => void;
  /** Further actions for the value while it is held. */
  children?: ReactNode;
};

const ABOUT = {
  api_key: "about",
  webhook_secret: "about",
  service_token: "aboutToken",
  channel_secret: "aboutChannel",
} as const satisfies Record<Revealed["kind"], string>;

/**
 * Shows a value that can't be read again. Nothing but 'I have stored it' closes it: no Escape, no click beside it, no
 * refetch. Its caller keeps `revealed` as it was when it opened. When its time is over the value is gone from here too, and
 * with the session all of it goes.
 */
export function RevealDialog({ revealed, onStored, onUnstored, children }: Props) {
  const t = useTranslations("secrets.reveal");
  const format = useFormatter();
  const stored = useMutation({
    mutationFn: async () => revealed.id !== null && acknowledgeReveal(revealed.id),
    onSuccess: onStored,
  });
  const over = useOver(revealed.expires_at);
  const client = useQueryClient();
  useDropWhenSignedOut(() => {
    client.setQueryData<Reveal[]>(revealKeys.all, []);
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
            onDownload={() => download(revealed)}
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
      {!over && children}
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

/** Whether the time is over for which the value is held; what nothing holds stays as long as its page does. */
function useOver(expiresAt: string | null): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (over || expiresAt === null) return;
    // Checked each second: one long timer would be late by as long as the machine slept.
    const timer = setInterval(() => Date.now() >= Date.parse(expiresAt) && setOver(true), 1_000);
    return () => clearInterval(timer);
  }, [over, expiresAt]);
  return over;
}

function download(revealed: Revealed): void {
  const { text, fileName } = envLine(revealed);
  saveFile(new Blob([text], { type: "text/plain" }), fileName);
}
