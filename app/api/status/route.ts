import type { SystemStatus } from "#lib/contract/status.ts";
import { env } from "#lib/server/env.ts";
import { getSystemStatus } from "#lib/server/queries/status.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  { access: "overview.read" },
  async (): Promise<SystemStatus> => ({ ...(await getSystemStatus()), sandbox: env().sandbox }),
);
