"use client";

import { Ban, Clock } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { SettingsPage } from "#components/kit/settings-page.tsx";
import { ExactInstant, RelativeInstant } from "#components/kit/time.tsx";
import type { ListedToken } from "#lib/access/contract/tokens/token.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button";
import { CreateTokenDialog } from "./create-token-dialog.tsx";
import { TokenList, TokenRow } from "./token-list.tsx";

const tokensOptions = () =>
  queryOf(["tokens"], "GET /api/tokens", {
    staleTime: 0,
    // Other admins change the list too, and systems use the tokens.
    refetchInterval: 60_000,
  });

export function TokensView() {
  const t = useTranslations("tokens");
  const manages = useCurrentUser().may("tokens.manage");
  return (
    <TokenList
      of="tokens"
      options={tokensOptions()}
      manages={manages}
      row={(token, onRevoke) => <TokenEntry key={token.token_id} token={token} onRevoke={onRevoke} />}
      create={(dialog) => <CreateTokenDialog {...dialog} />}
      revoke={(token_id) => api("DELETE /api/tokens/{token_id}", { params: { token_id } })}
      page={(create, list) => (
        <SettingsPage
          width="table"
          title={t("title")}
          lede={t("lede")}
          actions={
            <>
              <Link className={buttonVariants({ variant: "outline" })} href="/settings/tokens/reference">
                {t("reference.link")}
              </Link>
              {create}
            </>
          }
        >
          {list}
        </SettingsPage>
      )}
    />
  );
}

/** `onRevoke` is null for readers who may not revoke the token. */
type EntryProps = { token: ListedToken; onRevoke: (() => void) | null };

function TokenEntry({ token, onRevoke }: EntryProps) {
  const t = useTranslations("tokens.entry");
  const scope = useTranslations("tokens.scope");
  const { token_id, name, scopes, lacking, state, created_by, created_at, expires_at, last_used_at } = token;
  return (
    <TokenRow of="tokens" name={name} onRevoke={onRevoke}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="wrap-anywhere font-medium text-sm">{name}</h3>
        {state !== "active" && (
          <Badge variant="secondary">
            {state === "expired" ? <Clock aria-hidden /> : <Ban aria-hidden />}
            <span>{t(`state.${state}`)}</span>
          </Badge>
        )}
      </div>
      <ul aria-label={t("scopes")} className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
        {scopes.map((each) => (
          <li key={each} className={lacking.includes(each) ? "line-through" : undefined}>
            {scope(`${each}.name`)}{" "}
            <code translate="no" className="font-mono text-muted-foreground">
              {each}
            </code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-xs">
        <span>{t.rich("created", { by: created_by.name, on: () => <ExactInstant at={created_at} /> })}</span>
        <span>
          <span key={state}>
            {t.rich(state === "expired" ? "expired" : "expires", { on: () => <ExactInstant at={expires_at} /> })}
          </span>
        </span>
        <span>
          {last_used_at === null ? (
            t("unused")
          ) : (
            <span>{t.rich("used", { ago: () => <RelativeInstant at={last_used_at} /> })}</span>
          )}
        </span>
        {last_used_at !== null && (
          <Link
            href={`/audit?token=${token_id}`}
            prefetch={false}
            aria-label={t("callsNamed", { name })}
            className="rounded text-primary hover:underline"
          >
            {t("calls")}
          </Link>
        )}
      </div>
      {lacking.length > 0 && (
        <Remark mark={Ban} className="text-medium text-xs">
          {t("lacking", { name: created_by.name })}
        </Remark>
      )}
      {state === "powerless" && (
        <Remark mark={Ban} className="text-medium text-xs">
          {t("powerless", { name: created_by.name })}
        </Remark>
      )}
    </TokenRow>
  );
}
