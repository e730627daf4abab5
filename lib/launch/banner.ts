import type { Env } from "#lib/server/base/env.ts";
import type { WayIn } from "./people.ts";

type Facts = {
  env: Env;
  dataDir: string;
  wayIn: WayIn;
  embeddedDatabase: boolean;
  sandboxUrl: string | null;
  /** False while there is no webhook of the dashboard's own. */
  connected: boolean;
  terminal: boolean;
  seconds: number;
};

/** What a person needs to go on. Passwords and links appear in a terminal only: a log would keep them (design §6). */
export function banner(facts: Facts): string {
  const { env, dataDir, sandboxUrl } = facts;
  const embedded = [facts.embeddedDatabase && "PostgreSQL 18", sandboxUrl && `the service at ${sandboxUrl}`];
  const lines: [string, string][] = [
    ...signIn(facts),
    ["Receiver", env.RECEIVER_URL],
    ["Embedded", embedded.filter(Boolean).join(", ") || "nothing"],
    ["Data", facts.terminal ? `${dataDir} (logs in ${dataDir}/logs)` : dataDir],
  ];
  if (!facts.connected) {
    // The sandbox's is made by the start itself; the one at a given service waits for an admin's word.
    const trouble = sandboxUrl ? "not connected, see the log" : "not connected yet";
    lines.push(["Webhook", `${trouble}; as an admin, POST /api/receiver connects it`]);
  }
  const body = lines.map(([name, text]) => `  ${name.padEnd(10)}${text}`).join("\n");
  return `\nCotejo is ready at ${env.APP_ORIGIN} (${facts.seconds.toFixed(1)} s)\n\n${body}\n\n`;
}

function signIn({ wayIn, terminal }: Facts): [string, string][] {
  if (wayIn.kind === "known") return [["Sign in", "with your account"]];
  if (wayIn.kind === "setup") {
    const where = terminal ? wayIn.link : `the link in ${wayIn.file}`;
    return [["Set up", `${where} (works once, for 24 hours)`]];
  }
  if (!terminal) return [["Sign in", `with an account from ${wayIn.file}`]];
  const width = Math.max(...wayIn.users.map((user) => user.email.length));
  return wayIn.users.map((user, index) => [
    index === 0 ? "Sign in" : "",
    `${user.email.padEnd(width)}  ${user.password}`,
  ]);
}
