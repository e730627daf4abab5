import { Ban, Clock, Trash2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Remark } from "#components/page/remark.tsx";
import { ExactInstant, RelativeInstant } from "#components/page/time.tsx";
import type { ListedToken } from "#lib/contract/tokens/token.ts";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";

/** `onRevoke` is null for readers who may not revoke the token. */
type Props = { token: ListedToken; onRevoke: (() => void) | null };

export function TokenEntry({ token, onRevoke }: Props) {
  const t = useTranslations("tokens.entry");
  const scope = useTranslations("tokens.scope");
  const { token_id, name, scopes, lacking, state, created_by, created_at, expires_at, last_used_at } = token;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-64 space-y-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="wrap-anywhere font-medium text-sm">{name}</h3>
          {state !== "active" && (
            <Badge variant="secondary">
              {state === "expired" ? <Clock aria-hidden /> : <Ban aria-hidden />}
              {t(`state.${state}`)}
            </Badge>
          )}
        </div>
        <ul aria-label={t("scopes")} className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
          {scopes.map((each) => (
            <li key={each} className={lacking.includes(each) ? "line-through" : undefined}>
              {scope(`${each}.name`)} <code className="font-mono text-muted-foreground">{each}</code>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-xs">
          <span>{t.rich("created", { by: created_by.name, on: () => <ExactInstant at={created_at} /> })}</span>
          <span>
            {t.rich(state === "expired" ? "expired" : "expires", { on: () => <ExactInstant at={expires_at} /> })}
          </span>
          <span>
            {last_used_at === null ? t("unused") : t.rich("used", { ago: () => <RelativeInstant at={last_used_at} /> })}
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
      </div>
      {onRevoke !== null && (
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
      )}
    </li>
  );
}
