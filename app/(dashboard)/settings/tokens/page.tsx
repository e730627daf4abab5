import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "#components/page/page-header.tsx";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { TokensView } from "#components/tokens/tokens-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("tokens");

export default async function TokensPage() {
  await requirePermission("tokens.read");
  const t = await getTranslations("tokens");
  return (
    <div className="max-w-4xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")}>
        <Link
          href="/settings/tokens/reference"
          className="rounded text-sm underline decoration-muted-foreground/40 underline-offset-2 hover:decoration-current"
        >
          {t("reference.link")}
        </Link>
      </PageHeader>
      <RouteMessages of="tokens">
        <TokensView />
      </RouteMessages>
    </div>
  );
}
