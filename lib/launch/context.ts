import type { Env } from "#lib/platform/server/base/env.ts";
import type { Log } from "#lib/platform/server/base/log.ts";
import type { ChildTools } from "./child.ts";
import type { Supervisor } from "./supervisor.ts";

export type Launch = {
  env: Env;
  dataDir: string;
  root: string;
  /** The folder of the caller, to which its relative paths refer. */
  callerFolder: string;
  log: Log;
  tools: ChildTools;
  supervisor: Supervisor;
  stopping: AbortSignal;
  terminal: boolean;
  /** The arguments after the command. */
  args: string[];
  /** The address of the embedded database if Cotejo already runs over this DATA_DIR, for a command beside it. */
  running: string | null;
  say(text: string): void;
};
