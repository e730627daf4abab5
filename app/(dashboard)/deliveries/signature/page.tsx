import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SignatureCheckView } from "#components/signature-check/signature-check-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deliveries.tabs"))("signature") };
}

export default async function SignaturePage() {
  await requirePermission("deliveries.manage");
  return <SignatureCheckView />;
}
