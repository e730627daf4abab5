"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Notice } from "#components/secrets/notice.tsx";
import { RevealDialog, type Revealed } from "#components/secrets/reveal-dialog.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { keyReplacementKeys, keysKeys, keysOptions, type ReplacementKey } from "#lib/browser/keys.ts";
import { revealKeys, revealsOptions } from "#lib/browser/secrets.ts";
import { statusKeys } from "#lib/browser/status.ts";
import type { CreatedKey, KeyReplacement, ListedKey } from "#lib/contract/keys/keys.ts";
import { AdoptSection } from "./adopt-section.tsx";
import { CheckSection } from "./check-section.tsx";
import { HistorySection } from "./history-section.tsx";
import { CreateDialog, DeleteDialog } from "./key-dialogs.tsx";
import { KeysSection } from "./keys-section.tsx";
import { StartDialog } from "./replacement-dialogs.tsx";
import { OpenReplacements } from "./replacements-section.tsx";
import { RotationSection } from "./rotation-section.tsx";

/** The last change, reported above the list. */
type Did =
  | ({ what: "stored" | "unstored" } & Pick<Revealed, "id" | "name" | "fingerprint">)
  | { what: "deleted" | "replaced" | "cancelled" | "adopted"; name: string };
type Open = { what: "create" } | { what: "delete" | "replace"; key: ListedKey };

/** The account's API keys, the rotation of the dashboard's own key, and the dialog that reveals a new value once. */
export function KeysView({ email }: { email: string }) {
  const t = useTranslations("keys");
  const client = useQueryClient();
  const keys = useQuery(keysOptions());
  const held = useQuery(revealsOptions());
  const [open, setOpen] = useState<Open | null>(null);
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const [did, setDid] = useState<Did | null>(null);
  // The revealed value stays until it is acknowledged, whatever is refetched meanwhile.
  const next = held.data?.find(({ kind }) => kind === "api_key");
  if (!revealed && next && !(did && "fingerprint" in did && did.id === next.id)) setRevealed(next);

  const refresh = () =>
    void Promise.all([keysKeys.all, keyReplacementKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })));
  const reveal = (key: CreatedKey) => {
    setOpen(null);
    setRevealed({
      id: key.reveal_id,
      kind: "api_key",
      subject_id: key.id,
      name: key.name,
      value: key.api_key,
      fingerprint: key.fingerprint,
      expires_at: key.expires_at,
    });
  };
  const revealEnded = (what: "stored" | "unstored") => {
    if (revealed) {
      const { id, name, fingerprint } = revealed;
      setDid({ what, id, name, fingerprint });
    }
    setRevealed(null);
    void client.invalidateQueries({ queryKey: revealKeys.all });
    refresh();
  };
  const createdInReplacement = ({ created }: ReplacementKey) => {
    if (created) reveal(created);
    else setOpen(null);
  };
  const replaced = ({ state, old_name: name }: KeyReplacement) => {
    if (state === "done" || state === "cancelled") setDid({ what: state === "done" ? "replaced" : "cancelled", name });
  };
  const adopted = () => {
    setDid({ what: "adopted", name: "" });
    refresh();
    // The banner goes at once.
    void client.invalidateQueries({ queryKey: statusKeys.all });
  };
  const refused = keys.error instanceof ApiError && keys.error.code === "SERVICE_UNAUTHORIZED";
  const dialog = { email, onSettled: refresh, onClosed: () => setOpen(null) };
  return (
    <div className="space-y-4">
      <Notice
        says={
          did &&
          ("fingerprint" in did
            ? t(did.what, { name: did.name, fingerprint: did.fingerprint })
            : t(did.what, { name: did.name }))
        }
        warning={did?.what === "unstored"}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-4">
          {refused && <AdoptSection email={email} onAdopted={adopted} />}
          <OpenReplacements
            keys={keys.data}
            email={email}
            onCreated={createdInReplacement}
            onEnded={replaced}
            onSettled={refresh}
          />
          <KeysSection
            keys={keys}
            onCreate={() => setOpen({ what: "create" })}
            onDelete={(key) => setOpen({ what: "delete", key })}
            onReplace={(key) => setOpen({ what: "replace", key })}
          />
        </div>
        <div className="min-w-0 space-y-4">
          <RotationSection keys={keys.data} email={email} onChanged={refresh} />
          <CheckSection keys={keys.data?.items ?? []} />
          <HistorySection />
        </div>
      </div>
      {open?.what === "create" && <CreateDialog {...dialog} keys={keys.data?.items ?? []} onCreated={reveal} />}
      {open?.what === "replace" && <StartDialog {...dialog} listed={open.key} onCreated={createdInReplacement} />}
      {open?.what === "delete" && (
        <DeleteDialog
          {...dialog}
          listed={open.key}
          onDeleted={() => setDid({ what: "deleted", name: open.key.name ?? open.key.id })}
        />
      )}
      {revealed && (
        <RevealDialog
          key={revealed.id ?? revealed.subject_id}
          revealed={revealed}
          onStored={() => revealEnded("stored")}
          onUnstored={() => revealEnded("unstored")}
        />
      )}
    </div>
  );
}
