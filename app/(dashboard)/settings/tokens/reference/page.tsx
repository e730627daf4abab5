import { getTranslations } from "next-intl/server";
import { Example, RouteReference } from "#components/access/tokens/reference.tsx";
import { BackLink } from "#components/kit/back-link.tsx";
import { SettingsPage } from "#components/kit/settings-page.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { describedRoutes } from "#lib/edge/server/openapi/described.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";
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
