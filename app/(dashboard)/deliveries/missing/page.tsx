import { MissingView } from "#components/core/missing-deliveries/missing-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";
import { readReceivers } from "./receivers.ts";

export const generateMetadata = titled("deliveries.tabs.missing");

export default async function MissingPage() {
  await requirePermission("deliveries.manage");
  return <MissingView receivers={await readReceivers()} />;
}
