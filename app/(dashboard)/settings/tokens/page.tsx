import { pick, viewPage } from "#components/page/route-messages.tsx";
import { TokensView } from "#components/tokens/tokens-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("tokens.title");

export default viewPage(
  () => requirePermission("tokens.read"),
  (all) => pick(all, "secrets", "tokens"),
  TokensView,
);
