import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LiveDelay, LiveJob } from "./live.ts";
import type { Job } from "./main.ts";
import type { Throughput, ThroughputJob } from "./throughput.ts";

export type Load = ReturnType<typeof startLoad>;

/** The process of the load generator; one job at a time. */
export function startLoad() {
  const child = fork(join(import.meta.dirname, "main.ts"));
  const ended = once(child, "exit").then(() => {
    throw new Error("the load generator ended");
  });
  ended.catch(() => undefined);
  const run = async (job: Job) => {
    const answered = once(child, "message");
    child.send(job);
    const [{ result, error }] = await Promise.race([answered, ended]);
    if (error !== undefined) throw new Error(error);
    return result;
  };
  return {
    throughput: (job: ThroughputJob): Promise<Throughput> => run({ kind: "throughput", ...job }),
    liveDelay: (job: LiveJob): Promise<LiveDelay> => run({ kind: "live", ...job }),
    stop: () => void child.kill(),
  };
}
