import { getTranslations } from "next-intl/server";
import { BackLink } from "#components/page/back-link.tsx";
import { SettingsPage } from "#components/settings/settings-page.tsx";
import { Example, RouteReference } from "#components/tokens/reference.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { env } from "#lib/server/base/env.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { describedRoutes } from "#lib/server/openapi/described.ts";
import { buttonVariants } from "@/components/ui/button";

export const generateMetadata = titled("tokens.reference.title");

/** The OpenAPI document of the routes that take service tokens, for people. */
export default async function ReferencePage() {
  await requirePermission("tokens.read");
  const [t, tokens] = await Promise.all([getTranslations("tokens.reference"), getTranslations("tokens")]);
  return (
    <SettingsPage
      width="table"
      title={t("title")}
      lede={t("lede")}
      back={<BackLink href="/settings/tokens">{tokens("title")}</BackLink>}
      actions={
        <a href="/api/openapi.json" className={buttonVariants({ variant: "outline" })}>
          {t("document")}
        </a>
      }
    >
      <div className="max-w-prose space-y-2 text-sm">
        <p>{t("how")}</p>
        <Example origin={env().APP_ORIGIN} />
        <p className="text-muted-foreground">{t("english")}</p>
      </div>
      {describedRoutes().map((route) => (
        <RouteReference key={`${route.method} ${route.address}`} route={route} />
      ))}
    </SettingsPage>
  );
}
