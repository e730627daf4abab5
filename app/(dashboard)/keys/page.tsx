import { KeysView } from "#components/keys/keys-view.tsx";
import { HeadedPage } from "#components/page/headed-page.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("keys");

export default async function KeysPage() {
  await requirePermission("keys.manage");
  return (
    <HeadedPage of="keys">
      <KeysView />
    </HeadedPage>
  );
}
