import { drillFailover } from "./failover.ts";
import { type DRILLS, type Options, readOptions } from "./options.ts";
import { drillPackage } from "./package.ts";
import { drillRestore } from "./restore.ts";
import { drillUpgrade } from "./upgrade.ts";

/** `npm run drill -- NAME`. Each drill returns its problems, a line each, and prints its progress. */
const RUN: Record<(typeof DRILLS)[number], (options: Options, stack: AsyncDisposableStack) => Promise<string[]>> = {
  upgrade: drillUpgrade,
  restore: drillRestore,
  failover: drillFailover,
  package: drillPackage,
};

/** Resources that are released when a drill ends or is interrupted. */
const running = new AsyncDisposableStack();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void running.disposeAsync().finally(() => process.exit(130)));
}

try {
  const { drill, ...options } = readOptions(process.argv.slice(2));
  const began = performance.now();
  const problems = await RUN[drill](options, running).finally(() => running.disposeAsync());
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  const outcome = problems.length === 0 ? "passed" : "failed";
  console.log(`drill ${drill}: ${outcome} in ${Math.round((performance.now() - began) / 1_000)} s`);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(`npm run drill: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
