import { randomBytes } from "node:crypto";
import { signIn } from "#bench/sign-in.ts";
import { startDashboard } from "#bench/targets/servers.ts";
import { ensureUser } from "#lib/server/access/users.ts";
import type { Installation } from "./installation.ts";

/** Starts the real dashboard and signs in, as a browser does: where its live stream is and with which cookie. */
export async function openLiveStream(
  { installed, database }: Installation,
  stack: AsyncDisposableStack,
): Promise<{ url: string; cookie: string }> {
  const credentials = { email: "bench@example.com", password: randomBytes(12).toString("base64url") };
  await ensureUser({ ...credentials, name: "Benchmark", role: "compliance" }, database);
  const { origin, stop } = await startDashboard(installed);
  stack.defer(stop);
  return { url: `${origin}/api/live`, cookie: await signIn(origin, credentials) };
}
