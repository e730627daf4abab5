import { UsersView } from "#components/access/users/users-view.tsx";
import { facts, viewPage } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("users.title");

export default viewPage(() => requirePermission("users.manage"), facts("access", "users", "secrets"), UsersView);
