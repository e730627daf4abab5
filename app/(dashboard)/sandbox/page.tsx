import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { SandboxView } from "#components/sandbox/sandbox-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { env } from "#lib/server/base/env.ts";

export async function generateMetadata(): Promise<Metadata> {
  return env().sandbox ? { title: (await getTranslations("sandbox"))("title") } : {};
}

/** Where the embedded service is played. Against a real one there is no such page, nor for who may not play. */
export default async function SandboxPage() {
  await requirePermission("sandbox.play");
  if (!env().sandbox) notFound();
  const t = await getTranslations("sandbox");
  return (
    <div className="max-w-7xl space-y-5">
      <header className="max-w-3xl space-y-1">
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        <p className="text-muted-foreground text-sm">{t("lede")}</p>
      </header>
      <RouteMessages of="sandbox">
        <SandboxView />
      </RouteMessages>
    </div>
  );
}
