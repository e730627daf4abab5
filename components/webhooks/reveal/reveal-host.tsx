"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { Notice } from "#components/secrets/notice.tsx";
import { RevealDialog, type Revealed } from "#components/secrets/reveal-dialog.tsx";
import { revealKeys, revealsOptions } from "#lib/browser/secrets.ts";
import { webhookKeys } from "#lib/browser/webhooks.ts";
import type { Reveal } from "#lib/contract/secrets/secret.ts";
import type { CreatedWebhook } from "#lib/contract/webhooks/webhooks.ts";
import { ProveSecret } from "./prove-secret.tsx";

type Host = {
  /** Shows a new webhook's secret; once it is stored one goes to this page, where one is to go at all. */
  tell: (created: CreatedWebhook, goTo?: string) => void;
  /** Says what has been done, above the page of this path. */
  say: (notice: string, path: string) => void;
};

const HostContext = createContext<Host>({ tell: () => undefined, say: () => undefined });

export const useRevealHost = (): Host => useContext(HostContext);

/** Holds the dialog that tells a secret: whatever page one goes to, and after a reload, it is there until it is stored. */
export function RevealHost({ children }: { children: ReactNode }) {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const path = usePathname();
  const router = useRouter();
  const held = useQuery(revealsOptions());
  const [telling, setTelling] = useState<{ revealed: Revealed; goTo?: string | undefined } | null>(null);
  const [stored, setStored] = useState<readonly string[]>([]);
  const [notice, setNotice] = useState<{ text: string; path: string; wary?: boolean } | null>(null);
  // What it shows stays as it is until it is acknowledged, whatever is asked again meanwhile.
  const next = held.data?.find(({ id }) => !stored.includes(id));
  if (!telling && next) setTelling({ revealed: next });
  const shown = notice?.path === path ? notice : null;

  const host = useMemo<Host>(
    () => ({
      tell: (created, goTo) => setTelling({ revealed: revealedOf(created), goTo }),
      say: (text, at) => setNotice({ text, path: at }),
    }),
    [],
  );
  const ended = (what: "stored" | "unstored") => {
    if (!telling) return;
    const { revealed, goTo } = telling;
    const { id } = revealed;
    if (id !== null) {
      setStored((before) => [...before, id]);
      client.setQueryData<Reveal[]>(revealKeys.all, (reveals) => reveals?.filter((reveal) => reveal.id !== id));
    }
    setTelling(null);
    const { kind, name, fingerprint } = revealed;
    setNotice({ text: t(what, { kind, name, fingerprint }), path: goTo ?? path, wary: what === "unstored" });
    void client.invalidateQueries({ queryKey: webhookKeys.all });
    if (goTo !== undefined) router.push(goTo);
  };
  return (
    <HostContext value={host}>
      <div className="[&:has(p)]:mb-4">
        <Notice says={shown?.text ?? null} wary={shown?.wary ?? false} />
      </div>
      {children}
      {telling && (
        <RevealDialog
          key={telling.revealed.id ?? telling.revealed.subject_id}
          revealed={telling.revealed}
          onStored={() => ended("stored")}
          onUnstored={() => ended("unstored")}
        >
          {telling.revealed.kind === "webhook_secret" && <ProveSecret secret={telling.revealed.value} />}
        </RevealDialog>
      )}
    </HostContext>
  );
}

const revealedOf = (created: CreatedWebhook): Revealed => ({
  id: created.reveal_id,
  kind: "webhook_secret",
  subject_id: created.id,
  name: created.name,
  value: created.secret,
  fingerprint: created.fingerprint,
  expires_at: created.expires_at,
});
