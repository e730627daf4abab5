import { env } from "#lib/server/env.ts";

/** How long sessions last, in seconds: without anybody doing anything, and in all (OWASP: 15 to 30 minutes, 4 to 8 hours). */
export function sessionSeconds(): { idle: number; absolute: number } {
  const { SESSION_IDLE_MINUTES, SESSION_HOURS } = env();
  return { idle: Math.round(SESSION_IDLE_MINUTES * 60), absolute: Math.round(SESSION_HOURS * 3600) };
}
