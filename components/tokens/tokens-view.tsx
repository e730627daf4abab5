"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCurrentUser } from "#components/page/current-user.tsx";
import { RevealHost, useRevealHost } from "#components/secrets/reveal-host.tsx";
import { ChangeDialog } from "#components/secrets/secret-change.tsx";
import { ServiceList } from "#components/secrets/service-list.tsx";
import { revokeToken, tokenKeys, tokensOptions } from "#lib/browser/tokens.ts";
import type { ListedToken } from "#lib/contract/tokens/token.ts";
import { Button } from "@/components/ui/button";
import { CreateTokenDialog } from "./create-token-dialog.tsx";
import { TokenEntry } from "./token-entry.tsx";

/** The service tokens, and the dialog that reveals the value of a new token once. */
export const TokensView = () => (
  <RevealHost of="tokens" kinds={["service_token"]} changes={[tokenKeys.all]}>
    <Tokens />
  </RevealHost>
);

function Tokens() {
  const t = useTranslations("tokens");
  const tokens = useQuery(tokensOptions());
  const { reveal, say } = useRevealHost();
  const manages = useCurrentUser().may("tokens.manage");
  const [open, setOpen] = useState<"create" | ListedToken | null>(null);
  const dialog = { onClosed: () => setOpen(null) };
  return (
    <>
      <ServiceList
        id="tokens"
        aside={
          manages && (
            <Button size="sm" variant="outline" aria-haspopup="dialog" onClick={() => setOpen("create")}>
              <Plus aria-hidden />
              {t("list.create")}
            </Button>
          )
        }
        of="tokens.list"
        list={tokens}
        row={(token) => (
          <TokenEntry key={token.token_id} token={token} onRevoke={manages ? () => setOpen(token) : null} />
        )}
      />
      {open === "create" && <CreateTokenDialog {...dialog} onCreated={reveal} />}
      {open !== null && open !== "create" && (
        <ChangeDialog
          {...dialog}
          of="tokens.revoke"
          values={{ name: open.name }}
          destructive
          act={() => revokeToken(open.token_id)}
          onDone={() => say(t("revoked", { name: open.name }))}
          changes={[tokenKeys.all]}
          failure={{ words: "tokens.problem" }}
        />
      )}
    </>
  );
}
