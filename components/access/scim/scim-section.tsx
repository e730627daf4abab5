"use client";

import { useTranslations } from "next-intl";
import { CreateDialog, TokenList, TokenRow } from "#components/access/tokens/token-list.tsx";
import { ExactInstant, RelativeInstant } from "#components/kit/time.tsx";
import type { ListedScimToken } from "#lib/access/contract/scim/token.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";

export const scimTokensOptions = () =>
  queryOf(["scim", "tokens"], "GET /api/scim/tokens", {
    staleTime: 0,
    refetchInterval: 60_000,
  });

/** The tokens by which the company's directory provisions accounts, at this address. */
export function ScimSection({ address }: { address: string }) {
  const t = useTranslations("scim");
  return (
    <TokenList
      of="scim"
      options={scimTokensOptions()}
      row={(token, onRevoke) => <TokenEntry key={token.token_id} token={token} onRevoke={onRevoke} />}
      create={(dialog) => (
        <CreateDialog
          {...dialog}
          of="scim"
          act={(form) => api("POST /api/scim/tokens", { body: { name: String(form.get("name")).trim() } })}
        />
      )}
      revoke={(token_id) => api("DELETE /api/scim/tokens/{token_id}", { params: { token_id } })}
    >
      <div className="border-border border-t p-4">
        <p className="wrap-anywhere max-w-prose text-muted-foreground text-sm">
          {t.rich("lede", {
            address: () => (
              <code translate="no" className="font-mono text-foreground">
                {address}
              </code>
            ),
          })}
        </p>
      </div>
    </TokenList>
  );
}

type EntryProps = { token: ListedScimToken; onRevoke: (() => void) | null };

function TokenEntry({ token: { name, created_by, created_at, last_used_at }, onRevoke }: EntryProps) {
  const t = useTranslations("scim.entry");
  return (
    <TokenRow of="scim" name={name} onRevoke={onRevoke}>
      <h3 className="wrap-anywhere font-medium text-sm">{name}</h3>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-xs">
        <span>{t.rich("created", { by: created_by.name, on: () => <ExactInstant at={created_at} /> })}</span>
        <span>
          {last_used_at === null ? (
            t("unused")
          ) : (
            <span>{t.rich("used", { ago: () => <RelativeInstant at={last_used_at} /> })}</span>
          )}
        </span>
      </div>
    </TokenRow>
  );
}
