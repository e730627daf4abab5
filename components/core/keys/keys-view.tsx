"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RevealHost, useRevealHost } from "#components/core/secrets/reveal-host.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { keysOptions, rotationsElsewhereOptions, showRotationElsewhere } from "#lib/core/browser/keys.ts";
import { statusKeys } from "#lib/core/browser/status.ts";
import type { ListedKey, RotatedKey, RotationElsewhere } from "#lib/core/contract/keys/keys.ts";
import { isUnderWay } from "#lib/core/contract/provisioning/flow.ts";
import { ApiError, api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { AdoptSection } from "./adopt-section.tsx";
import { CheckSection } from "./check-section.tsx";
import { StartDialog } from "./elsewhere-dialogs.tsx";
import { OpenRotations } from "./elsewhere-section.tsx";
import { HistorySection } from "./history-section.tsx";
import { CreateDialog, KEY_QUERIES, TypedNameDialog } from "./key-dialogs.tsx";
import { type KeyDialog, KeysSection } from "./keys-section.tsx";
import { RotationSection } from "./rotation-section.tsx";

const nameOf = ({ name, id }: ListedKey): string => name ?? id;

/** The account's API keys, the rotation of the dashboard's own key, and the dialog that reveals a new value once. */
export const KeysView = () => (
  <RevealHost of="keys" kinds={["api_key"]} changes={KEY_QUERIES}>
    <Keys />
  </RevealHost>
);

function Keys() {
  const t = useTranslations("keys");
  const client = useQueryClient();
  const keys = useQuery(keysOptions());
  const { reveal, say } = useRevealHost();
  const [open, setOpen] = useState<KeyDialog | null>(null);
  const revealNew = ({ replacement, created }: RotatedKey) => {
    showRotationElsewhere(client, replacement);
    if (created) reveal(created);
  };
  const ended = (rotation: RotationElsewhere) => {
    const { state, old_name: name } = rotation;
    showRotationElsewhere(client, rotation);
    if (state === "done" || state === "cancelled") say(t(state === "done" ? "rotated" : "cancelled", { name }));
  };
  const adopted = () => {
    say(t("adopted"));
    // A refused key starts no refetch: while the failed list is loading, the form with the message would be unmounted.
    for (const queryKey of [...KEY_QUERIES, statusKeys.all]) void client.invalidateQueries({ queryKey });
  };
  const refused = keys.error instanceof ApiError && keys.error.code === "SERVICE_UNAUTHORIZED";
  const { data: rotations } = useQuery(rotationsElsewhereOptions());
  /** The next step of the key that needs one is the page's main action. */
  const isFilledBelow = refused || rotations?.some(isUnderWay);
  const dialog = { onClosed: () => setOpen(null) };
  return (
    <div className="max-w-7xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")}>
        <Button
          variant={isFilledBelow ? "outline" : "default"}
          aria-haspopup="dialog"
          onClick={() => setOpen({ what: "create" })}
        >
          <Plus aria-hidden />
          {t("list.create")}
        </Button>
      </PageHeader>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-4">
          {refused && <AdoptSection onAdopted={adopted} />}
          <OpenRotations keys={keys.data} onCreated={revealNew} onEnded={ended} />
          <KeysSection keys={keys} onOpen={setOpen} />
        </div>
        <div className="min-w-0 space-y-4">
          <RotationSection keys={keys.data} />
          <CheckSection keys={keys.data?.items ?? []} />
          <HistorySection />
        </div>
      </div>
      {open?.what === "create" && <CreateDialog {...dialog} keys={keys.data?.items ?? []} onCreated={reveal} />}
      {open?.what === "rotate" && <StartDialog {...dialog} listed={open.key} onCreated={revealNew} />}
      {open?.what === "delete" && (
        <TypedNameDialog
          {...dialog}
          of="keys.delete"
          values={{ name: nameOf(open.key) }}
          name={nameOf(open.key)}
          action="delete"
          act={() => api("DELETE /api/api-keys/{api_key_id}", { params: { api_key_id: open.key.id } })}
          onDone={() => say(t("deleted", { name: nameOf(open.key) }))}
        />
      )}
    </div>
  );
}
