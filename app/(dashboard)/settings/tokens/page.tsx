import { TokensView } from "#components/access/tokens/tokens-view.tsx";
import { pick, viewPage } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("tokens.title");

export default viewPage(
  () => requirePermission("tokens.read"),
  (all) => pick(all, "secrets", "tokens"),
  TokensView,
);
