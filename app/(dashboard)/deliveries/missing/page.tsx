import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MissingView } from "#components/missing-deliveries/missing-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { readReceivers } from "./receivers.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deliveries.tabs"))("missing") };
}

export default async function MissingPage() {
  await requirePermission("deliveries.manage");
  return <MissingView receivers={await readReceivers()} />;
}
