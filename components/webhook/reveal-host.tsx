"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { Notice } from "#components/secrets/notice.tsx";
import { RevealDialog, type Revealed } from "#components/secrets/reveal-dialog.tsx";
import { revealKeys, revealsOptions } from "#lib/browser/secrets.ts";
import { whenSignedIn } from "#lib/browser/signed-out.ts";
import { webhookKeys } from "#lib/browser/webhooks.ts";
import type { Reveal } from "#lib/contract/secrets/secret.ts";
import type { CreatedWebhook } from "#lib/contract/webhooks/webhooks.ts";
import { ProveSecret } from "./prove-secret.tsx";
import { TestDelivery } from "./test-delivery.tsx";

type Host = {
  /** Shows a new webhook's secret; once it is stored, `goTo` is opened. */
  reveal: (created: CreatedWebhook, goTo?: string) => void;
  /** Reports what has been done, above the page of this path. */
  say: (notice: string, path: string) => void;
};

const HostContext = createContext<Host>({ reveal: () => undefined, say: () => undefined });

export const useRevealHost = (): Host => useContext(HostContext);

/** Holds the dialog that reveals a secret: on every webhook page, and after a reload, until the secret is stored. */
export function RevealHost({ children }: { children: ReactNode }) {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const path = usePathname();
  const router = useRouter();
  const held = useQuery(revealsOptions());
  const [revealing, setRevealing] = useState<{ revealed: Revealed; goTo?: string | undefined } | null>(null);
  const [stored, setStored] = useState<readonly string[]>([]);
  const [notice, setNotice] = useState<{ text: string; path: string; warning?: boolean } | null>(null);
  // The revealed secret stays until it is acknowledged, whatever is refetched meanwhile.
  const next = held.data?.find(({ id }) => !stored.includes(id));
  if (!revealing && next) setRevealing({ revealed: next });
  const shown = notice?.path === path ? notice : null;

  const host = useMemo<Host>(
    () => ({
      reveal: (created, goTo) => setRevealing({ revealed: revealedOf(created), goTo }),
      say: (text, at) => setNotice({ text, path: at }),
    }),
    [],
  );
  const ended = (what: "stored" | "unstored") => {
    if (!revealing) return;
    const { revealed, goTo } = revealing;
    const { id } = revealed;
    if (id !== null) {
      setStored((before) => [...before, id]);
      client.setQueryData<Reveal[]>(revealKeys.all, (reveals) => reveals?.filter((reveal) => reveal.id !== id));
    }
    setRevealing(null);
    const { kind, name, fingerprint } = revealed;
    setNotice({ text: t(what, { kind, name, fingerprint }), path: goTo ?? path, warning: what === "unstored" });
    void client.invalidateQueries({ queryKey: webhookKeys.all });
    // Who has no session has no other page.
    if (goTo !== undefined) void whenSignedIn().then(() => router.push(goTo));
  };
  return (
    <HostContext value={host}>
      <div className="[&:has(p)]:mb-4">
        <Notice says={shown?.text ?? null} warning={shown?.warning ?? false} />
      </div>
      {children}
      {revealing && (
        <RevealDialog
          key={revealing.revealed.id ?? revealing.revealed.subject_id}
          revealed={revealing.revealed}
          onStored={() => ended("stored")}
          onUnstored={() => ended("unstored")}
        >
          {revealing.revealed.kind === "webhook_secret" && (
            <>
              {/* A value that only this page holds is not known to the server. */}
              {revealing.revealed.id !== null && <TestDelivery webhookId={revealing.revealed.subject_id} />}
              <ProveSecret secret={revealing.revealed.value} />
            </>
          )}
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
