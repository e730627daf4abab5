import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "#components/page/page-header.tsx";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { SandboxView } from "#components/sandbox/sandbox-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { env } from "#lib/server/base/env.ts";

export async function generateMetadata(): Promise<Metadata> {
  return env().sandbox ? { title: (await getTranslations("sandbox"))("title") } : {};
}

/** Controls of the embedded sandbox; 404 for a real service and for roles without the permission. */
export default async function SandboxPage() {
  await requirePermission("sandbox.play");
  if (!env().sandbox) notFound();
  const t = await getTranslations("sandbox");
  return (
    <div className="max-w-7xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")} />
      <RouteMessages of="sandbox">
        <SandboxView />
      </RouteMessages>
    </div>
  );
}
