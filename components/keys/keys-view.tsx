"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { RevealDialog, type Revealed } from "#components/secrets/reveal-dialog.tsx";
import { keysKeys, keysOptions } from "#lib/browser/keys.ts";
import { rotationsOptions } from "#lib/browser/rotations.ts";
import { revealKeys, revealsOptions } from "#lib/browser/secrets.ts";
import type { CreatedKey, ListedKey } from "#lib/contract/api-key-list.ts";
import { CheckSection } from "./check-section.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { KeysSection } from "./keys-section.tsx";
import { RotationSection } from "./rotation-section.tsx";

/** What was done last, which is said above the list. */
type Did = ({ what: "stored" } & Revealed) | { what: "deleted"; name: string };

/** The account's API keys, the dashboard's own rotation, and what is told once. */
export function KeysView({ email }: { email: string }) {
  const t = useTranslations("keys");
  const client = useQueryClient();
  const keys = useQuery(keysOptions());
  const rotations = useQuery(rotationsOptions());
  const held = useQuery(revealsOptions());
  const notice = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<"create" | ListedKey | null>(null);
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const [did, setDid] = useState<Did | null>(null);
  // What it shows stays as it is until it is acknowledged, whatever is asked again meanwhile.
  const next = held.data?.[0];
  if (!revealed && next && !(did?.what === "stored" && did.id === next.id)) setRevealed(next);
  // The button that was pressed may be gone, with its dialog or its key.
  useEffect(() => {
    if (did) notice.current?.focus();
  }, [did]);

  const refresh = () => client.invalidateQueries({ queryKey: keysKeys.all });
  const tell = (key: CreatedKey) => {
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
  const acknowledged = () => {
    if (revealed) setDid({ what: "stored", ...revealed });
    setRevealed(null);
    void client.invalidateQueries({ queryKey: revealKeys.all });
    void refresh();
  };
  return (
    <div className="space-y-4">
      <div ref={notice} tabIndex={-1} role="status" className="outline-none empty:hidden">
        {did && (
          <p className="flex items-start gap-2 rounded-lg border border-done/40 bg-done/5 p-3 text-sm">
            <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-done" />
            <span className="wrap-anywhere">
              {did.what === "stored"
                ? t("stored", { name: did.name, fingerprint: did.fingerprint })
                : t("deleted", { name: did.name })}
            </span>
          </p>
        )}
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <KeysSection keys={keys} onCreate={() => setOpen("create")} onDelete={setOpen} />
        <div className="min-w-0 space-y-4">
          <RotationSection
            rotations={rotations.data}
            failed={rotations.isError}
            keys={keys.data}
            email={email}
            onChanged={refresh}
          />
          <CheckSection />
        </div>
      </div>
      {open === "create" && (
        <CreateDialog
          keys={keys.data?.items ?? []}
          email={email}
          onCreated={tell}
          onSettled={refresh}
          onClosed={() => setOpen(null)}
        />
      )}
      {open !== null && open !== "create" && (
        <DeleteDialog
          listed={open}
          email={email}
          onDeleted={() => setDid({ what: "deleted", name: open.name ?? open.id })}
          onSettled={refresh}
          onClosed={() => setOpen(null)}
        />
      )}
      {revealed && (
        <RevealDialog key={revealed.id ?? revealed.subject_id} revealed={revealed} onStored={acknowledged} />
      )}
    </div>
  );
}
