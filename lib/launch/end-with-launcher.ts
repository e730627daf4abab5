import { answerLauncher, hasLauncher } from "#lib/platform/server/base/liveness.ts";

/**
 * Loaded into each process before its own code (`--import`). It answers the launcher's liveness polls. If the launcher is
 * killed, its end of the channel closes: then this process stops as by a signal, rather than keep ports and rows that the
 * next start needs.
 */
const GRACE_MS = 4_000;

// A process forked by one of ours inherits this module.
if (hasLauncher()) {
  process.once("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.kill(process.pid, "SIGKILL"), GRACE_MS).unref();
  });
  answerLauncher();
}
