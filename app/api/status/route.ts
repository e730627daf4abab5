import type { SystemStatus } from "#lib/contract/status.ts";
import { route } from "#lib/server/http/route.ts";
import { getSystemStatus } from "#lib/server/status/status.ts";

export const GET = route({ access: "overview.read" }, (): Promise<SystemStatus> => getSystemStatus());
