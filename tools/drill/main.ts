import { drillFailover } from "./failover.ts";
import { drillPackage } from "./package.ts";
import { drillRestore } from "./restore-under-load.ts";
import { drillUpgrade } from "./upgrade-under-load.ts";

/** `npm run drill -- NAME [VERSION]`. Each drill returns its problems, a line each, and prints its progress. */
const RUN = new Map<string | undefined, (stack: AsyncDisposableStack, version?: string) => Promise<string[]>>([
  ["upgrade", drillUpgrade],
  ["restore", drillRestore],
  ["failover", drillFailover],
  ["package", drillPackage],
]);

/** Resources that are released when a drill ends or is interrupted. */
const running = new AsyncDisposableStack();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void running.disposeAsync().finally(() => process.exit(130)));
}

try {
  const [name, version, ...others] = process.argv.slice(2);
  const drill = RUN.get(name);
  if (!drill || others.length > 0 || (version !== undefined && name !== "upgrade"))
    throw new Error(`name one of ${[...RUN.keys()].join(", ")}`);
  const began = performance.now();
  const problems = await drill(running, version).finally(() => running.disposeAsync());
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  const outcome = problems.length === 0 ? "passed" : "failed";
  console.log(`drill ${name}: ${outcome} in ${Math.round((performance.now() - began) / 1_000)} s`);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(`npm run drill: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
