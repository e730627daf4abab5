import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { HeadedPage } from "#components/kit/headed-page.tsx";
import { facts } from "#components/kit/route-messages.tsx";
import { SandboxView } from "#components/sandbox/sandbox-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { env } from "#lib/platform/server/base/env.ts";

export async function generateMetadata(): Promise<Metadata> {
  return env().sandbox ? { title: (await getTranslations("sandbox"))("title") } : {};
}

export default async function SandboxPage() {
  await requirePermission("sandbox.play");
  if (!env().sandbox) notFound();
  return (
    <HeadedPage of="sandbox" words={facts("sandbox")}>
      <SandboxView />
    </HeadedPage>
  );
}
