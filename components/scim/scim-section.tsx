"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "#components/page/text-field.tsx";
import { ExactInstant, RelativeInstant } from "#components/page/time.tsx";
import { RevealHost, useRevealHost } from "#components/secrets/reveal-host.tsx";
import { ChangeDialog } from "#components/secrets/secret-change.tsx";
import { ServiceList } from "#components/secrets/service-list.tsx";
import { createScimToken, revokeScimToken, scimTokensOptions } from "#lib/browser/scim.ts";
import type { ListedScimToken } from "#lib/contract/scim/token.ts";
import { type CreatedToken, MAX_TOKEN_NAME } from "#lib/contract/tokens/token.ts";
import { Button } from "@/components/ui/button";

const changes = [scimTokensOptions().queryKey];

/** The tokens by which the company's directory provisions accounts, at this address. */
export const ScimSection = ({ address }: { address: string }) => (
  <RevealHost of="scim" kinds={["service_token"]} changes={changes}>
    <Tokens address={address} />
  </RevealHost>
);

function Tokens({ address }: { address: string }) {
  const t = useTranslations("scim");
  const tokens = useQuery(scimTokensOptions());
  const { reveal, say } = useRevealHost();
  const [open, setOpen] = useState<"create" | ListedScimToken | null>(null);
  const dialog = { onClosed: () => setOpen(null) };
  return (
    <>
      <ServiceList
        id="scim"
        aside={
          <Button size="sm" variant="outline" aria-haspopup="dialog" onClick={() => setOpen("create")}>
            <Plus aria-hidden />
            {t("list.create")}
          </Button>
        }
        of="scim.list"
        list={tokens}
        row={(token) => <TokenRow key={token.token_id} token={token} onRevoke={() => setOpen(token)} />}
      >
        <div className="border-border border-t p-4">
          <p className="wrap-anywhere max-w-prose text-muted-foreground text-sm">
            {t.rich("lede", { address: () => <code className="font-mono text-foreground">{address}</code> })}
          </p>
        </div>
      </ServiceList>
      {open === "create" && <CreateDialog {...dialog} onCreated={reveal} />}
      {open !== null && open !== "create" && (
        <ChangeDialog
          {...dialog}
          of="scim.revoke"
          values={{ name: open.name }}
          destructive
          act={() => revokeScimToken(open.token_id)}
          onDone={() => say(t("revoked", { name: open.name }))}
          changes={changes}
          failure={{ words: "scim.problem" }}
        />
      )}
    </>
  );
}

type RowProps = { token: ListedScimToken; onRevoke: () => void };

function TokenRow({ token: { name, created_by, created_at, last_used_at }, onRevoke }: RowProps) {
  const t = useTranslations("scim.entry");
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-64 space-y-1.5">
        <h3 className="wrap-anywhere font-medium text-sm">{name}</h3>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-xs">
          <span>{t.rich("created", { by: created_by.name, on: () => <ExactInstant at={created_at} /> })}</span>
          <span>
            {last_used_at === null ? t("unused") : t.rich("used", { ago: () => <RelativeInstant at={last_used_at} /> })}
          </span>
        </div>
      </div>
      <Button
        variant="destructive"
        size="sm"
        aria-label={t("revokeNamed", { name })}
        aria-haspopup="dialog"
        onClick={onRevoke}
      >
        <Trash2 aria-hidden />
        {t("revoke")}
      </Button>
    </li>
  );
}

type CreateProps = { onClosed: () => void; onCreated: (token: CreatedToken) => void };

function CreateDialog({ onCreated, ...props }: CreateProps) {
  const t = useTranslations("scim.create");
  return (
    <ChangeDialog
      {...props}
      of="scim.create"
      act={(form) => createScimToken(String(form.get("name")).trim())}
      onDone={onCreated}
      changes={changes}
      failure={{ words: "scim.problem" }}
    >
      {(taken) => (
        <TextField
          label={t("name")}
          hint={t("hint")}
          error={taken}
          name="name"
          required
          pattern=".*\S.*"
          maxLength={MAX_TOKEN_NAME}
          autoComplete="off"
        />
      )}
    </ChangeDialog>
  );
}
