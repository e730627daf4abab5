import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { revealKeys, revealsOptions } from "#lib/core/browser/secrets.ts";
import type { CreatedKey } from "#lib/core/contract/keys/keys.ts";
import type { Reveal } from "#lib/core/contract/secrets/secret.ts";
import type { CreatedWebhook } from "#lib/core/contract/webhooks/webhooks.ts";
import { Notice } from "./notice.tsx";
import { RevealDialog, type Revealed } from "./reveal-dialog.tsx";

type Created = CreatedKey | CreatedWebhook | Revealed;

type Host = {
  /**
   * Shows the value of a new key or webhook, or of another kind. `goTo`, its page, is opened behind the dialog at once: a
   * reload leads there, whether the value is still held or not.
   */
  reveal: (created: Created, goTo?: string) => void;
  /** Reports a completed action, above this page or the one at the path. */
  say: (notice: string, path?: string) => void;
};

const HostContext = createContext<Host>({ reveal: () => undefined, say: () => undefined });

export const useRevealHost = (): Host => useContext(HostContext);

type Props = {
  /** The namespace of the messages about values that were or were not stored. */
  of: "webhooks" | "keys" | "tokens" | "channels" | "scim";
  kinds: readonly Reveal["kind"][];
  /** The queries to refetch when a value was stored. */
  changes: readonly QueryKey[];
  /** Further actions for a value while it is shown. */
  actions?: (revealed: Revealed) => ReactNode;
  children: ReactNode;
};

/** Shows the dialog with a new value on all pages inside, also after a page load, until the value is stored. */
export function RevealHost({ of, kinds, changes, actions, children }: Props) {
  const t = useTranslations(of);
  const client = useQueryClient();
  const path = usePathname();
  const router = useRouter();
  const reveals = useCurrentUser().may("secrets.reveal");
  const held = useQuery({ ...revealsOptions(client, kinds), enabled: reveals });
  const [revealing, setRevealing] = useState<{ revealed: Revealed; goTo?: string } | null>(null);
  const [stored, setStored] = useState<readonly string[]>([]);
  const [notice, setNotice] = useState<{ text: string; path: string; warning?: boolean } | null>(null);
  // A value stays on screen until it is acknowledged, even if a refetch no longer contains it.
  const next = held.data?.find(({ id, kind }) => kinds.includes(kind) && !stored.includes(id));
  if (!revealing && next) setRevealing({ revealed: next });
  const shown = notice?.path === path ? notice : null;

  const host = useMemo<Host>(
    () => ({
      reveal: (created, goTo) => {
        const revealed = revealedOf(created);
        setRevealing({ revealed, ...(goTo !== undefined && { goTo }) });
        if (goTo !== undefined) router.replace(goTo);
        if (isHeld(revealed)) {
          client.setQueryData<Reveal[]>(revealKeys.ofKinds(kinds), (known = []) => [...known, revealed]);
        }
      },
      say: (text, at = path) => setNotice({ text, path: at }),
    }),
    [path, client, kinds, router],
  );
  const ended = (what: "stored" | "unstored") => {
    if (!revealing) return;
    const { revealed, goTo } = revealing;
    const { id, kind, name, fingerprint } = revealed;
    if (id !== null) {
      setStored((before) => [...before, id]);
      client.setQueryData<Reveal[]>(revealKeys.ofKinds(kinds), (reveals) =>
        reveals?.filter((reveal) => reveal.id !== id),
      );
    }
    setRevealing(null);
    setNotice({ text: t(what, { kind, name, fingerprint }), path: goTo ?? path, warning: what === "unstored" });
    for (const queryKey of changes) void client.invalidateQueries({ queryKey });
  };
  return (
    <HostContext value={host}>
      <div className="has-data-[slot=alert]:mb-4">
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
          {actions?.(revealing.revealed)}
        </RevealDialog>
      )}
    </HostContext>
  );
}

const isHeld = (revealed: Revealed): revealed is Reveal => revealed.id !== null && revealed.expires_at !== null;

function revealedOf(created: Created): Revealed {
  if ("kind" in created) return created;
  const { id: subject_id, reveal_id: id, name, fingerprint, expires_at } = created;
  const held = { id, subject_id, name, fingerprint, expires_at };
  if ("secret" in created) return { ...held, kind: "webhook_secret", value: created.secret };
  return { ...held, kind: "api_key", value: created.api_key };
}
