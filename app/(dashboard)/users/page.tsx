import { facts, viewPage } from "#components/page/route-messages.tsx";
import { UsersView } from "#components/users/users-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("users.title");

export default viewPage(() => requirePermission("users.manage"), facts("access", "users", "secrets"), UsersView);
